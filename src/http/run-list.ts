import type { ListOperation } from '../operations/operation.ts';
import { type Answer, entity } from './answer.ts';
import type { Lifecycle } from './lifecycle.ts';
import { readListQuery } from './list-query.ts';
import type { Run, RunDependencies } from './runner.ts';

const countPreference = /(?:^|[,;\s])count="?exact"?(?:$|[,;\s])/i;

/** Answers a list, from ready bytes while nothing in the store has changed. */
export function createListRun(operation: ListOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { readyPages } = dependencies;
  return ({ request, target, revision }) => {
    const prefer = request.headers.get('Prefer');
    const isCounted = prefer !== null && countPreference.test(prefer);
    const name = `${operation.id}${isCounted ? '#' : '?'}${target.query}`;
    const ready = readyPages.find(name, revision);
    if (ready !== undefined) return ready;
    return makePage(operation, lifecycle, dependencies, target.query, isCounted).then((answer) => {
      readyPages.keep(name, revision, answer);
      return answer;
    });
  };
}

async function makePage(
  operation: ListOperation,
  lifecycle: Lifecycle,
  { store, cursors, baseUrl }: RunDependencies,
  query: string,
  isCounted: boolean,
): Promise<Answer> {
  const { limit, cursor, filters, spelledFilters } = readListQuery(operation, query);
  const list = `${operation.id}?${spelledFilters}`;
  const after = cursor === undefined ? undefined : cursors.decode(list, cursor);
  const page = await operation.page(store.reader, filters, { after, limit });
  const headers = new Headers();
  lifecycle.apply(headers, {});
  if (page.next !== undefined) {
    const filtersPart = spelledFilters === '' ? '' : `&${spelledFilters}`;
    const next = `${operation.path}?limit=${limit}${filtersPart}&cursor=${cursors.encode(list, page.next)}`;
    headers.append('Link', `<${baseUrl}${next}>; rel="next"`);
  }
  if (isCounted) {
    headers.set('X-Total-Count', String(await operation.count(store.reader, filters)));
    headers.set('Preference-Applied', 'count=exact');
  }
  return entity(page.body, headers);
}
