import { ServiceError } from '../errors/service-error.ts';
import type { AnonymousLimit } from '../http/auth/anonymous-limit.ts';
import type { Handler } from '../http/pipeline/respond.ts';
import { methodNotAllowed, siteHeaders } from '../http/response/reply.ts';

/** Finds the handler of a page outside of the versioned interface. */
export type Site = (path: string) => Handler | undefined;

/** Pages that a load balancer reads, and that are therefore never refused, and those that need a key. */
const unlimited: ReadonlySet<string> = new Set(['/livez', '/readyz', '/readyz/reads', '/readyz/writes', '/metrics']);

/**
 * Serves a page of the site, or receives a form that is sent to it: `forms` finds who does.
 * @throws ServiceError `not_found`, `method_not_allowed` or `rate_limited`
 */
export function createSiteHandler(
  site: Site,
  anonymous: AnonymousLimit | undefined,
  forms: Site = () => undefined,
): Handler {
  return (context) => {
    const { request, target } = context;
    if (anonymous !== undefined && !unlimited.has(target.path)) anonymous.take(context);
    const page = site(target.path);
    if (page === undefined) {
      throw new ServiceError('not_found', 'Unknown path. The API is under /v1, its reference at /docs.');
    }
    if (request.method === 'GET' || request.method === 'HEAD') return page(context);
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
