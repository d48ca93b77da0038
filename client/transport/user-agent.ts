import { version } from '../version.gen.ts';

/**
 * Tells the operator of a service which versions of the SDK call it, and on what. `undefined` in browsers: they have a
 * `User-Agent` of their own, and some would ask the service in a preflight whether this one is allowed.
 */
export function userAgentOn(platform = ''): string | undefined {
  return platform.startsWith('Mozilla/') ? undefined : `petstore-client/${version} ${platform}`.trim();
}
