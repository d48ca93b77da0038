/** The scheme, host and port of web pages (RFC 6454), in the form in which browsers send it as `Origin`. */
function isWebOrigin(text: string): boolean {
  return originOf(text) === text && !text.includes('*');
}

/** What is wrong with an origin of an allow list, as a predicate; `undefined` for a web origin and for `*`. */
export function findOriginError(text: string): string | undefined {
  if (text === '*' || isWebOrigin(text)) return undefined;
  const meant = text.includes('*') ? undefined : originOf(text);
  const example = meant ?? 'https://shelter.example.org';
  return `must be a web origin as browsers send it, ${meant === undefined ? 'such as' : 'which would be'} ${example}`;
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
