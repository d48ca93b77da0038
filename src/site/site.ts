import { ServiceError } from '../errors.ts';
import type { Handler } from '../http/respond.ts';

/** The pages beside the versioned interface, by their path. They are read only. */
export type Site = ReadonlyMap<string, Handler>;

/** Serves a page of the site. @throws ServiceError `not_found` or `method_not_allowed` */
export function createSiteHandler(site: Site): Handler {
  return (exchange) => {
    const { request, target } = exchange;
    const page = site.get(target.path);
    if (page === undefined) {
      throw new ServiceError('not_found', 'There is nothing here. The interface is under /v1, its reference at /docs.');
    }
    if (request.method === 'GET' || request.method === 'HEAD') return page(exchange);
    throw new ServiceError('method_not_allowed', `${request.method} is not possible here; possible are GET, HEAD.`, {
      headers: { Allow: 'GET, HEAD' },
    });
  };
}
