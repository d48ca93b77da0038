/** Where the checked service is. Nothing is ever sent to another host or port. */
export interface BaseAddress {
  readonly isSecure: boolean;
  readonly host: string;
  readonly port: number;
  /** The path before the version segment: empty, or with a leading slash and without a final one. */
  readonly prefix: string;
  /** The address with the version segment, as in `https://example.org/shelter/v1`. */
  readonly href: string;
}

export const versionSegment = '/v1';

/** Reads the address of a service, with or without the final `/v1`. @throws TypeError */
export function parseBaseAddress(text: string): BaseAddress {
  const wrong = `${JSON.stringify(text)} is not the address of a service, such as https://pets.example.org/v1`;
  if (!URL.canParse(text)) throw new TypeError(wrong);
  const { protocol, hostname, port, pathname, username, search, hash, origin } = new URL(text);
  const isSecure = protocol === 'https:';
  if (!isSecure && protocol !== 'http:') throw new TypeError(wrong);
  if (username !== '' || search !== '' || hash !== '') {
    throw new TypeError(`${wrong}, without user name, query and fragment`);
  }
  const prefix = pathname.replace(/\/+$/, '').replace(/\/v1$/, '');
  return {
    isSecure,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 443 : 80)),
    prefix,
    href: `${origin}${prefix}${versionSegment}`,
  };
}

/** The path and query below the base address of an absolute address; `undefined` if it is elsewhere. */
export function pathBelow({ href }: BaseAddress, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, search } = new URL(address);
  const full = `${origin}${pathname}`;
  return full.startsWith(`${href}/`) ? `${full.slice(href.length)}${search}` : undefined;
}
