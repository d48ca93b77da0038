import type { Handler } from '../http/pipeline/respond.ts';
import { methodNotAllowed } from '../http/response/reply.ts';
import { ServiceError } from '../model/errors.ts';

/** Finds the handler of a page outside of the versioned interface. Pages are read-only. */
export type Site = (path: string) => Handler | undefined;

/** Serves a page of the site. @throws ServiceError `not_found` or `method_not_allowed` */
export function createSiteHandler(site: Site): Handler {
  return (context) => {
    const { request, target } = context;
    const page = site(target.path);
    if (page === undefined) {
      throw new ServiceError('not_found', 'Unknown path. The API is under /v1, its reference at /docs.');
    }
    if (request.method === 'GET' || request.method === 'HEAD') return page(context);
    throw methodNotAllowed(request.method, 'GET, HEAD');
  };
}
