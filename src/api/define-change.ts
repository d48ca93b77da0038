import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import { type CallOf, completeWrite, type FindAgain, idOf, jsonType, type QueryOf, type WriteSpec } from './define.ts';
import { requirePreconditions } from './entity-tag.ts';
import type { Installation, Issued, QueryParameter, WriteOperation } from './operation.ts';
import type { Path, PathValues } from './path.ts';
import type { Static, TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

type ContentOf<Body> = Body extends TSchema ? Static<Body> : undefined;

/** The call of a change, as its description types it. */
type ChangeCall<Values extends PathValues, Body, Query extends Record<string, QueryParameter>, Stored> = CallOf<
  Values,
  ContentOf<Body>,
  Stored
> & { query: QueryOf<Query> };

/**
 * Defines a change of one resource, the target, or its creation at a known path. Preconditions (`If-Match`) compare with
 * the ETag of a GET of the target, which is read in the transaction of the change.
 */
export function change<
  Values extends PathValues,
  Target extends TSchema,
  Found extends Static<Target> | undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | undefined = undefined,
  Query extends Record<string, QueryParameter> = Record<never, never>,
  Stored = undefined,
>(
  spec: WriteSpec & {
    path: Path<Values>;
    query?: Query;
    body?: Body;
    /** JSON by default, and of a PATCH also a merge patch. */
    mediaTypes?: readonly string[];
    issue?: (bytes: Uint8Array, installation: Installation) => Issued<Stored>;
    verify?: (body: ContentOf<Body>, installation: Installation) => MaybePromise<void>;
    changedKey?: (path: Values) => bigint;
    /** See `Command`. The target must be locked when it is found. */
    locksRows?: true;
    response: { status: number; description: string; schema?: Response };
    target: {
      schema: Target;
      /** Returns `undefined` for a target that will be created. @throws ServiceError when the target must exist */
      find: (db: Queryable, path: Values, now: bigint, origin: string) => MaybePromise<Found>;
    };
    findAgain?: Response extends TSchema ? FindAgain<Static<Response>> : never;
    run: (
      tx: Transaction,
      target: Found,
      call: ChangeCall<Values, Body, Query, Stored>,
    ) => Promise<Response extends TSchema ? Static<Response> : void>;
  },
): WriteOperation {
  const { run, target, query = {}, body, mediaTypes, response, created, ...rest } = spec;
  const { schema, ...described } = response;
  const writeTarget = serializer<Static<Target>>(target.schema);
  const writeBody = schema === undefined ? () => '' : serializer<unknown>(schema);
  return {
    ...completeWrite(rest, writeBody, async (tx, call: ChangeCall<Values, Body, Query, Stored>) => {
      const current = await target.find(tx, call.path, call.now, call.origin);
      const exists = current !== undefined;
      const bytes = exists ? writeTarget(current) : undefined;
      requirePreconditions(call, bytes);
      const output = await run(tx, current, call);
      const status = exists ? response.status : (created?.status ?? response.status);
      return { status, location: null, body: writeBody(output), resourceId: spec.findAgain && idOf(output) };
    }),
    query,
    ...(body && { body }),
    ...(created && { created }),
    mediaTypes: mediaTypes ?? (spec.method === 'PATCH' ? [jsonType, 'application/merge-patch+json'] : [jsonType]),
    isConditional: true,
    response: { ...described, ...(schema && { schema }) },
  };
}
