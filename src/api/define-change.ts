import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import { completeWrite, type FindAgain, idOf, jsonType, type QueryOf, type WriteSpec } from './define.ts';
import { requirePreconditions } from './entity-tag.ts';
import type { DerivedSecret, Installation, Issued, QueryParameter, WriteOperation, WriteRequest } from './operation.ts';
import type { KnownPath, PathOf } from './path-parameters.ts';
import type { Static, TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/** The request of a change, with the new secret where the operation issues one. */
type ChangeRequest<Path, Body, Query, Stored> = WriteRequest<Body> & {
  path: Path & Record<string, unknown>;
  query: Query & Record<string, unknown>;
} & (Stored extends undefined ? unknown : { secret: DerivedSecret<Stored> });

/**
 * Defines a change of one resource, the target, or its creation at a known path. Preconditions (`If-Match`) compare with
 * the ETag of a GET of the target, which is read in the transaction of the change.
 */
export function change<
  const Path extends string,
  Target extends TSchema,
  Found extends Static<Target> | undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | undefined = undefined,
  Query extends Record<string, QueryParameter> = Record<never, never>,
  Stored = undefined,
>(
  spec: WriteSpec & {
    path: KnownPath<Path>;
    query?: Query;
    body?: Body;
    /** JSON by default, and of a PATCH also a merge patch. */
    mediaTypes?: readonly string[];
    issue?: (bytes: Uint8Array, installation: Installation) => Issued<Stored>;
    verify?: (body: Body extends TSchema ? Static<Body> : undefined, installation: Installation) => MaybePromise<void>;
    changedKey?: (path: PathOf<Path>) => bigint;
    /** See `Command`. The target must be locked when it is found. */
    locksRows?: true;
    response: { status: number; description: string; schema?: Response };
    target: {
      schema: Target;
      /** Returns `undefined` for a target that will be created. @throws ServiceError when the target must exist */
      find: (db: Queryable, path: PathOf<Path>, now: bigint, origin: string) => MaybePromise<Found>;
    };
    findAgain?: Response extends TSchema ? FindAgain<Static<Response>> : never;
    run: (
      tx: Transaction,
      target: Found,
      request: ChangeRequest<PathOf<Path>, Body extends TSchema ? Static<Body> : undefined, QueryOf<Query>, Stored>,
    ) => Promise<Response extends TSchema ? Static<Response> : void>;
  },
): WriteOperation {
  type Content = Body extends TSchema ? Static<Body> : undefined;
  type Request = ChangeRequest<PathOf<Path>, Content, QueryOf<Query>, Stored>;
  const { run, target, query = {}, body, mediaTypes, response, created, ...rest } = spec;
  const { schema, ...described } = response;
  const writeTarget = serializer<Static<Target>>(target.schema);
  const writeBody = schema === undefined ? () => '' : serializer<unknown>(schema);
  return {
    ...completeWrite(rest, writeBody, async (tx, call) => {
      const request = call as unknown as Request;
      const current = await target.find(tx, request.path, request.now, request.origin);
      const exists = current !== undefined;
      const bytes = exists ? writeTarget(current) : undefined;
      requirePreconditions(call, bytes);
      const output = await run(tx, current, request);
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
