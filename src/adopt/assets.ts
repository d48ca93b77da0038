import type { Handler } from '../http/pipeline/respond.ts';
import { siteHeaders } from '../http/response/reply.ts';
import { serveText } from '../site/compressible.ts';
import { accentFor } from './color.ts';
import type { PublicPageLook } from './look.ts';
import styleSheet from './style.css' with { type: 'text' };

/** Files of the pages. Their names contain a hash of their contents, so browsers may keep them forever. */
export interface Assets {
  readonly style: string;
  readonly logo: string | undefined;
  find(name: string): Handler | undefined;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
};

export function createAssets({ color, logo }: PublicPageLook): Assets {
  const css = `${styleSheet}${accentRules(color)}`;
  const style = `style-${hashOf(css)}.css`;
  const handlers = new Map<string, Handler>([[style, serveText(css, () => assetHeaders('text/css; charset=utf-8'))]]);
  let logoName: string | undefined;
  if (logo !== undefined) {
    const bytes = Uint8Array.fromBase64(logo.base64);
    logoName = `logo-${hashOf(bytes)}.${extensions[logo.type]}`;
    handlers.set(logoName, serve(bytes, logo.type));
  }
  return { style, logo: logoName, find: (name) => handlers.get(name) };
}

function accentRules(color: string): string {
  const rule = (scheme: 'light' | 'dark') => {
    const { accent, onAccent } = accentFor(color, scheme);
    return `:root{--accent:${accent};--on-accent:${onAccent}}`;
  };
  return `${rule('light')}\n@media (prefers-color-scheme:dark){${rule('dark')}}\n`;
}

function hashOf(content: string | Uint8Array): string {
  return Bun.hash(content).toString(36);
}

function serve(bytes: Uint8Array<ArrayBuffer>, type: string): Handler {
  const headers = assetHeaders(type);
  // An SVG image can contain scripts, which must not run where it is opened by itself.
  headers.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  const body = new Blob([bytes]);
  return () => ({ status: 200, headers, body });
}

function assetHeaders(type: string): Headers {
  return siteHeaders({ 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' });
}
