/** The scheme, host and port of web pages (RFC 6454), in the form in which browsers send it as `Origin`. */
function isWebOrigin(text: string): boolean {
  return originOf(text) === text && !text.includes('*');
}

/** Why a text is no origin of an allow list, with one that is; `undefined` for a web origin and for `*`. */
export function findOriginError(text: string): [reason: 'origin' | 'origin_would_be', example: string] | undefined {
  if (text === '*' || isWebOrigin(text)) return undefined;
  const meant = text.includes('*') ? undefined : originOf(text);
  return meant === undefined ? ['origin', 'https://shelter.example.org'] : ['origin_would_be', meant];
}

/** Whether a list of origins has this one; `*` stands for all. */
export function includesOrigin(origins: ReadonlySet<string>, origin: string): boolean {
  return origins.has(origin) || origins.has('*');
}

function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
    ? url.origin
    : undefined;
}
