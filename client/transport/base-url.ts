/**
 * The address of the interface from what a person writes: with or without `/v1`, with or without a slash at the end.
 * @throws TypeError when it is no address of a server
 */
export function interfaceUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new TypeError(`"${baseUrl}" is not an http or https address, such as https://pets.example.org.`);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('The address must not carry a user name, a password, a query or a fragment.');
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith('/v1') ? path : `${path}/v1`);
}
