import { parseInt64 } from '../../contract/int64.ts';
import type { PublicLanguage } from '../../contract/shelter.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { preferredLanguage, prefersGzip } from '../http/request/accept.ts';
import type { RequestContext } from '../http/request/context.ts';
import { redirectTo, type Site } from '../site/site.ts';
import { favoritesName } from './favorites-page.ts';
import { type PublicPages, replyUnstored } from './inquiries/form-replies.ts';
import { createInquiryPages } from './inquiries/inquiry-pages.ts';
import { createLanguage } from './language.ts';
import { filtersOf, langIn, type PublicQuery, readPublicQuery, withQuery } from './list/list-query.ts';
import { createPageMakers, createShared, type PublicPageDependencies, type Shared } from './make-pages.ts';
import { missingPage } from './missing-page.ts';
import { feedName, homePath, type PublicSite } from './page.ts';
import { pageText, replyWith, type Text } from './replies.ts';
import { printRobots, readPartName, type SitemapPart } from './sitemap.ts';

const codeName = /^([0-9]+)\/qr\.svg$/;
/** More than any page has. */
const maxSegments = 8;

type AllPages = PublicPages & { readonly missing: Site };

/**
 * The pages for everybody, in the language that the address names or that the browser prefers: the list of animals, a page and
 * a form for each, sitemap and feed.
 */
export function createPublicPages(dependencies: PublicPageDependencies): AllPages {
  const { languages } = dependencies.look;
  const shared = createShared(dependencies);
  const [first, ...others] = languages.map((code) => [code, createPagesIn(code, dependencies, shared)] as const);
  const each = new Map(others);
  const chosen = ({ request, target }: RequestContext): AllPages | undefined => {
    const { lang } = readPublicQuery(target.query, dependencies.statuses);
    const isOffered = lang !== undefined && languages.includes(lang);
    return each.get(isOffered ? lang : preferredLanguage(languages, request.headers.get('Accept-Language')));
  };
  const inLanguage =
    (name: keyof AllPages): Site =>
    (path) => {
      const page = first?.[1][name](path);
      return page && ((context) => (chosen(context)?.[name](path) ?? page)(context));
    };
  return { pages: inLanguage('pages'), forms: inLanguage('forms'), missing: inLanguage('missing') };
}

function createPagesIn(code: PublicLanguage, dependencies: PublicPageDependencies, shared: Shared): AllPages {
  const { assets, cache, sitemaps } = shared;
  const { look, statuses, store, origin, cursorSecret, formLimit, countError, inquiryForm } = dependencies;
  const site: PublicSite = { look, language: createLanguage(code), assets, origin };
  const inquiries =
    inquiryForm && createInquiryPages({ site, store, statuses, cursorSecret, formLimit, countError, ...inquiryForm });
  const make = createPageMakers(site, dependencies, shared);
  const robots: Text = { status: 200, type: 'text/plain; charset=utf-8', text: printRobots(site) };

  /** Makes a response, or takes it from the cache. `name` tells what it depends on beside the store and the day. */
  const respond =
    (name: string, make: (context: RequestContext) => Promise<Text>): Handler =>
    (context) => {
      const key = `${name} ${prefersGzip(context.request.headers.get('Accept-Encoding')) ? 'gzip' : ''}`;
      return cache.findOrMake(key, context, async () => replyWith(context, await make(context)));
    };

  /** A page that depends on the query of its address. */
  const withPublicQuery =
    (name: string, make: (query: PublicQuery, context: RequestContext) => Promise<Text>): Handler =>
    (context) => {
      const query = readPublicQuery(context.target.query, statuses);
      return respond(withQuery(`${code} ${name}`, query), (context) => make(query, context))(context);
    };

  const xmlText = (text: string): Text => ({ status: 200, type: 'application/xml; charset=utf-8', text });

  const servePart =
    (asked: SitemapPart): Handler =>
    async (context) => {
      const part = await sitemaps.findPart(asked, context);
      const make = async () => xmlText(await sitemaps.printPart(part, context.revision, context.today));
      return await respond(`sitemap-${part.status}-${part.after}.xml`, make)(context);
    };

  function findPage(path: string): Handler | undefined {
    if (path === homePath) return withPublicQuery('', make.list);
    if (path === '/robots.txt') return respond(path, async () => robots);
    // Each further slash makes the links of the page longer.
    if (!path.startsWith(`${homePath}/`) || path.split('/').length > maxSegments) return undefined;
    const name = path.slice(homePath.length + 1);
    if (name === '') {
      return (context) => redirectTo(withQuery('../adopt', readPublicQuery(context.target.query, statuses)))(context);
    }
    const id = parseInt64(name);
    if (id !== undefined) return withPublicQuery(name, (from, context) => make.animal(id, from, context));
    if (name === favoritesName) return withPublicQuery(name, (from, { today }) => make.favorites(from, today));
    if (name === feedName)
      return withPublicQuery(name, (query, context) => make.feed({ ...filtersOf(query), ...langIn(query) }, context));
    const [, coded = ''] = codeName.exec(name) ?? [];
    const codedId = parseInt64(coded);
    if (codedId !== undefined) return respond(`${code} ${name}`, ({ today }) => make.code(codedId, today));
    if (name === 'sitemap.xml') return respond(name, async (context) => xmlText(await sitemaps.printIndex(context)));
    const part = readPartName(name, statuses);
    if (part !== undefined) return servePart(part);
    return (
      assets.find(name) ??
      inquiries?.pages(path) ??
      ((context) => replyWith(context, pageText(site, nothingAt(path, context), 404)))
    );
  }

  const nothingAt = (path: string, { target }: RequestContext) => {
    const root = '../'.repeat(path.split('/').length - 2);
    return missingPage(site, { root, missing: 'page', from: readPublicQuery(target.query, statuses) });
  };

  return {
    pages: findPage,
    forms: (path) => inquiries?.forms(path),
    missing: (path) => (context) => replyUnstored(site, nothingAt(path, context), 404),
  };
}
