import type { RequestTemplate } from '../scenarios/scenario.ts';

/** What is asked for, in one line. */
export function describeRequest({ method, paths, isConditional, sometimes }: RequestTemplate): string {
  return [
    `${method} ${paths.join(', ').replace('{page}', 'limit=…&cursor=…')}`,
    ...(isConditional ? [' with If-None-Match'] : []),
    ...(sometimes === undefined ? [] : [`, one in ${sometimes.oneIn} ${describeRequest(sometimes.request)}`]),
  ].join('');
}
