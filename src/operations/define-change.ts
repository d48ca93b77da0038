import { asCallers } from '../domain/callers.ts';
import { runOnce } from '../domain/idempotency.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import {
  type FindAgain,
  idOf,
  jsonType,
  type ParametersOf,
  type PathOf,
  type QueryOf,
  type WriteSpec,
} from './define.ts';
import { requirePreconditions } from './entity-tag.ts';
import type { DerivedSecret, Installation, Issued, QueryParameter, WriteOperation, WriteRequest } from './operation.ts';
import type { Static, TSchema } from './schemas/base.ts';
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
  const Parameters extends ParametersOf<Path>,
  Target extends TSchema,
  Found extends Static<Target> | undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | undefined = undefined,
  Query extends Record<string, QueryParameter> = Record<never, never>,
  Stored = undefined,
>(
  spec: WriteSpec & {
    path: Path;
    pathParameters: Parameters;
    query?: Query;
    body?: Body;
    /** JSON alone by default. */
    mediaTypes?: readonly string[];
    issue?: (bytes: Uint8Array, installation: Installation) => Issued<Stored>;
    verify?: (body: Body extends TSchema ? Static<Body> : undefined, installation: Installation) => MaybePromise<void>;
    changedKey?: (path: PathOf<Parameters>) => bigint;
    /** See `Command`. The target must be locked when it is found. */
    locksRows?: true;
    response: { status: number; description: string; schema?: Response };
    target: {
      schema: Target;
      /** Returns `undefined` for a target that will be created. @throws ServiceError when the target must exist */
      find: (db: Queryable, path: PathOf<Parameters>, now: bigint, origin: string) => MaybePromise<Found>;
    };
    findAgain?: Response extends TSchema ? FindAgain<Static<Response>> : never;
    run: (
      tx: Transaction,
      target: Found,
      request: ChangeRequest<
        PathOf<Parameters>,
        Body extends TSchema ? Static<Body> : undefined,
        QueryOf<Query>,
        Stored
      >,
    ) => Promise<Response extends TSchema ? Static<Response> : void>;
  },
): WriteOperation {
  type Content = Body extends TSchema ? Static<Body> : undefined;
  type Request = ChangeRequest<PathOf<Parameters>, Content, QueryOf<Query>, Stored>;
  const { run, target, body, mediaTypes = [jsonType], response, created, ...others } = spec;
  const { query = {}, verify, changedKey, locksRows, findAgain, ...rest } = others;
  const { schema, ...described } = response;
  const writeTarget = serializer<Static<Target>>(target.schema);
  const writeBody = schema === undefined ? () => '' : serializer<unknown>(schema);
  return {
    ...rest,
    kind: 'write',
    query,
    ...(body && { body }),
    ...(created && { created }),
    ...(verify && { verify: (content, installation) => verify(content as Content, installation) }),
    ...(changedKey && { changedKey: (path) => changedKey(path as PathOf<Parameters>) }),
    mediaTypes,
    isConditional: true,
    response: { ...described, ...(schema && { schema }) },
    command: {
      name: spec.id,
      ...(locksRows && { locksRows }),
      ...(changedKey && { isBarrier: true }),
      run: (tx, call) =>
        asCallers(tx, [call], () =>
          runOnce(
            tx,
            call.idempotency,
            async () => {
              const request = call as unknown as Request;
              const current = await target.find(tx, request.path, request.now, request.origin);
              const exists = current !== undefined;
              const bytes = exists ? writeTarget(current) : undefined;
              requirePreconditions(call, bytes);
              const output = await run(tx, current, request);
              const status = exists ? response.status : (created?.status ?? response.status);
              return { status, location: null, body: writeBody(output), resourceId: findAgain && idOf(output) };
            },
            findAgain && ((id) => andThen(findAgain(tx, id), writeBody)),
          ),
        ),
    },
  };
}
