/**
 * The path before all paths of the service, such as `/petstore` behind a proxy that adds it, without a slash at its end.
 * Usually empty. Taken from the address of this script: every script of the build is in the folder `console`.
 */
export const basePath = new URL('..', import.meta.url).pathname.replace(/\/$/, '');
