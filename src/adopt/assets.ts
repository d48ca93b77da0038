import type { Handler } from '../http/pipeline/respond.ts';
import { siteHeaders } from '../http/response/reply.ts';
import { serveText } from '../site/compressible.ts';
import { serveLogo } from '../site/logo.ts';
import { accentFor } from './color.ts';
import type { PublicPageLook } from './look.ts';
import styleSheet from './style.css' with { type: 'text' };

/** Files of the pages. Their names contain a hash of their contents, so browsers may keep them forever. */
export interface Assets {
  readonly style: string;
  readonly logo: string | undefined;
  find(name: string): Handler | undefined;
}

export function createAssets({ color, logo }: PublicPageLook): Assets {
  const css = `${styleSheet}${accentRules(color)}`;
  const style = `style-${Bun.hash(css).toString(36)}.css`;
  const handlers = new Map<string, Handler>([[style, serveText(css, () => assetHeaders())]]);
  // Of a page that has just changed, here or on another node.
  const otherStyle = serveText(css, () => assetHeaders('no-cache'));
  const served = logo && serveLogo(logo);
  if (served !== undefined) handlers.set(served.name, served.serve);
  return {
    style,
    logo: served?.name,
    find: (name) => handlers.get(name) ?? (/^style-\w+\.css$/.test(name) ? otherStyle : undefined),
  };
}

function accentRules(color: string): string {
  const rule = (scheme: 'light' | 'dark') => {
    const { accent, onAccent } = accentFor(color, scheme);
    return `:root{--accent:${accent};--on-accent:${onAccent}}`;
  };
  return `${rule('light')}\n@media (prefers-color-scheme:dark){${rule('dark')}}\n`;
}

function assetHeaders(cacheControl = 'public, max-age=31536000, immutable'): Headers {
  return siteHeaders({
    'Content-Type': 'text/css; charset=utf-8',
    'Cache-Control': cacheControl,
  });
}
