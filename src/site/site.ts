import type { Handler } from '../http/pipeline/respond.ts';
import { ServiceError } from '../model/errors.ts';

/** The pages beside the versioned interface: what answers at a path, if anything does. They are read only. */
export type Site = (path: string) => Handler | undefined;

/** Serves a page of the site. @throws ServiceError `not_found` or `method_not_allowed` */
export function createSiteHandler(site: Site): Handler {
  return (exchange) => {
    const { request, target } = exchange;
    const page = site(target.path);
    if (page === undefined) {
      throw new ServiceError('not_found', 'There is nothing here. The interface is under /v1, its reference at /docs.');
    }
    if (request.method === 'GET' || request.method === 'HEAD') return page(exchange);
    throw new ServiceError('method_not_allowed', `${request.method} is not possible here; possible are GET, HEAD.`, {
      headers: { Allow: 'GET, HEAD' },
    });
  };
}
