import type { Server } from './document/document.ts';

// Relative to the page, so that they hold wherever the service is mounted.

export const documentAddress = 'openapi.json';

export const consoleAddress = './';

/**
 * The address that requests of the page are sent to, without a slash at its end. It is of the server that the page came
 * from, by whatever name that was reached: the page's security policy allows no other.
 */
export function interfaceAddress(servers: readonly Server[], page: string): string {
  const root = new URL('.', page).href;
  const urls = servers.map(({ url }) => url).filter((url) => URL.canParse(url, page));
  const addresses = urls.map((url) => new URL(url, page).href.replace(/\/$/, ''));
  const here = addresses.find((address) => address.startsWith(root));
  if (here !== undefined) return here;
  const version = addresses[0]?.split('/').at(-1) ?? '';
  return new URL(version, root).href.replace(/\/$/, '');
}

export const overviewAnchor = 'overview';
export const tagAnchor = (name: string) => `tag/${name}`;
export const schemaAnchor = (name: string) => `schema/${name}`;
/** Of a heading in the document's description. The deprecation links that the service sends lead to such a heading. */
export const headingAnchor = (slug: string) => `description/${slug}`;

export const errorCodesAnchor = 'error-codes';
/** Of an error code. The `type` of a problem leads to it. */
export const errorCodeAnchor = (code: string) => `error-${code}`;

export function linkTo(anchor: string): string {
  return `#${encodeURI(anchor)}`;
}

/** The anchor that a fragment names; empty where it names none. */
export function anchorOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
