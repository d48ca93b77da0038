import { ServiceError } from '../errors/service-error.ts';
import type { AnonymousLimit } from '../http/auth/anonymous-limit.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { prefersToJson } from '../http/request/accept.ts';
import { methodNotAllowed, siteHeaders } from '../http/response/reply.ts';

/** Finds the handler of a page outside of the versioned interface. */
export type Site = (path: string) => Handler | undefined;

/** Pages that a load balancer reads, and that are therefore never refused, and those that need a key. */
const unlimited: ReadonlySet<string> = new Set(['/livez', '/readyz', '/readyz/reads', '/readyz/writes', '/metrics']);

/**
 * Serves a page of the site, or receives a form that is sent to it: `forms` finds who does. A person who mistypes an address
 * gets the page that `missing` finds, and a program an error.
 * @throws ServiceError `not_found`, `method_not_allowed` or `rate_limited`
 */
export function createSiteHandler(
  site: Site,
  anonymous: AnonymousLimit | undefined,
  forms: Site = () => undefined,
  missing: Site = () => undefined,
): Handler {
  return (context) => {
    const { request, target } = context;
    if (anonymous !== undefined && !unlimited.has(target.path)) anonymous.take(context);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isPerson = isRead && prefersToJson('text/html', request.headers.get('Accept'));
    const page = site(target.path) ?? (isPerson ? missing(target.path) : undefined);
    if (page === undefined) {
      throw new ServiceError('not_found', 'Unknown path. The API is under /v1, its reference at /docs.');
    }
    if (isRead) return page(context);
    const form = forms(target.path);
    if (form !== undefined && request.method === 'POST') return form(context);
    throw methodNotAllowed(request.method, form === undefined ? 'GET, HEAD' : 'GET, HEAD, POST');
  };
}

/** Redirects to this address for good. */
export function redirectTo(address: string): Handler {
  const headers = siteHeaders({ Location: address, 'Cache-Control': 'no-cache' });
  return () => ({ status: 308, headers, body: null });
}
