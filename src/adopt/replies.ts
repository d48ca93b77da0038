import { entityTag, tagOfCompressed } from '../api/entity-tag.ts';
import { prefersGzip } from '../http/request/accept.ts';
import type { RequestContext } from '../http/request/context.ts';
import { compress } from '../http/response/compression.ts';
import { type Reply, siteHeaders } from '../http/response/reply.ts';
import { type AdoptPage, type PublicSite, renderPage } from './page.ts';

/** How long browsers and proxies may keep what they got, in seconds. */
export const maxAgeSeconds = 60;

/** What a response is made of. */
export interface Text {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of the site, with a policy that admits its own style and no scripts. */
export function pageText(site: PublicSite, page: AdoptPage, status = 200): Text {
  return {
    status,
    type: 'text/html; charset=utf-8',
    text: renderPage(site, page),
    headers: {
      'Content-Security-Policy': policyFor(page.style, site.look.frameOrigins),
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      ...variesBy(site),
    },
  };
}

/** What a text in the language of the visitor depends on. */
export function variesBy({ look }: PublicSite): Record<string, string> {
  return look.languages.length === 1 ? {} : { Vary: 'Accept-Encoding, Accept-Language' };
}

/** The response to this request: compressed if the client accepts that. */
export function replyWith({ request }: RequestContext, { status, type, text, headers = {} }: Text): Reply {
  const isCompressed = prefersGzip(request.headers.get('Accept-Encoding'));
  const tag = entityTag(text);
  const all = siteHeaders({
    'Content-Type': type,
    'Cache-Control': `public, max-age=${maxAgeSeconds}`,
    Vary: 'Accept-Encoding',
    ETag: isCompressed ? tagOfCompressed(tag) : tag,
    ...headers,
  });
  if (!isCompressed) return { status, headers: all, body: text };
  all.set('Content-Encoding', 'gzip');
  return { status, headers: all, body: compress(text) };
}

function policyFor(style: string, frameOrigins: readonly string[]): string {
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    style === '' ? "style-src 'self'" : `style-src 'self' 'sha256-${hash}'`,
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameOrigins.join(' ') || "'none'"}`,
  ].join('; ');
}
