import { entityTag } from '../../api/entity-tag.ts';
import { hasTargetTag, type WriteCall, type WriteOperation } from '../../api/operation.ts';
import type { IdempotentResponse } from '../../catalogue/idempotency/rules.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { RequestContext } from '../request/context.ts';
import { readQuery } from '../request/query.ts';
import { readPathValues } from '../request/target.ts';
import type { Lifecycle } from '../response/lifecycle.ts';
import { baseHeaders, type Reply } from '../response/reply.ts';
import type { Run, RunDependencies } from './run.ts';
import { type Incoming, kindOf } from './write-kinds.ts';

/** Serves a write, in four steps: read the request, prepare it, run the command, present its response. */
export function createWriteRun(operation: WriteOperation, lifecycle: Lifecycle, dependencies: RunDependencies): Run {
  const { store, retries, dropKey } = dependencies;
  const { command, changedKey } = operation;
  const kind = kindOf(operation, dependencies);
  const present = createPresenter(operation, lifecycle, dependencies);

  async function commit(call: WriteCall): Promise<IdempotentResponse> {
    const response = await store.write(command, call);
    if (changedKey !== undefined) await dropKey(changedKey(call.path));
    return response;
  }

  return async (context, principal) => {
    const incoming = readAddress(operation, context, principal);
    const release = kind.reserve?.(incoming);
    try {
      const sent = await kind.read(incoming);
      const { body, ...response } = await retries.run(sent, commit);
      return present({ ...response, body: sent.show?.(body) ?? body }, incoming);
    } finally {
      release?.();
    }
  };
}

/** @throws ServiceError 404 for a path that can name nothing, 400 for the query */
function readAddress(operation: WriteOperation, context: RequestContext, principal: Principal): Incoming {
  const path = readPathValues(operation, context.match?.rawValues ?? {});
  const { query } = context.target;
  return { context, principal, path, query: query === '' ? {} : readQuery(operation, query).values };
}

/** Makes the reply of a write from the response of its command. */
function createPresenter(operation: WriteOperation, lifecycle: Lifecycle, { baseUrl }: RunDependencies) {
  const isTagged = hasTargetTag(operation);
  const hasBody = operation.response.schema !== undefined;
  const { locationUntil = Number.POSITIVE_INFINITY } = operation.response;
  const makeHeaders = () => {
    const first = baseHeaders({ 'Cache-Control': 'no-store' });
    if (hasBody) first.set('Content-Type', 'application/json');
    lifecycle.apply(first);
    const replay = new Headers(first);
    replay.set('Idempotency-Replayed', 'true');
    return { first, replay };
  };
  // Replies that share headers must set the same names, so those with `Location` have headers of their own.
  const located = makeHeaders();
  const unlocated = makeHeaders();
  return ({ status, body, location, isReplay }: IdempotentResponse, { path, context }: Incoming): Reply => {
    const isLocated = location !== null && context.now < locationUntil;
    const { first, replay } = isLocated ? located : unlocated;
    const link = lifecycle.link(path);
    const perResponseHeaders: Record<string, string> = link === '' ? {} : { Link: link };
    if (isLocated) perResponseHeaders['Location'] = baseUrl + location;
    if (isTagged) perResponseHeaders['ETag'] = entityTag(body);
    return { status, headers: isReplay ? replay : first, perResponseHeaders, body: hasBody ? body : null };
  };
}
