import { runOnce } from '../domain/idempotency.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import { jsonType, type ParametersOf, type PathOf, type WriteSpec } from './define.ts';
import { requirePreconditions } from './entity-tag.ts';
import type { WriteOperation, WriteRequest } from './operation.ts';
import type { Static, TSchema } from './schemas/base.ts';
import { serializer } from './serialize.ts';

interface ChangeRequest<Path, Body> extends WriteRequest<Body> {
  path: Path & Record<string, unknown>;
}

/**
 * A change of one thing, its target, which may also be made by it. With `If-Match` it is only done if the target is
 * still as the client has seen it: the tag is that which a GET of the target gives, and the target is read in the
 * change's own transaction.
 */
export function change<
  const Path extends string,
  const Parameters extends ParametersOf<Path>,
  Target extends TSchema,
  Found extends Static<Target> | undefined,
  Body extends TSchema | undefined = undefined,
  Response extends TSchema | undefined = undefined,
>(
  spec: WriteSpec & {
    path: Path;
    pathParameters: Parameters;
    body?: Body;
    /** Missing where it is JSON and nothing else. */
    mediaTypes?: readonly string[];
    response: { status: number; description: string; schema?: Response };
    target: {
      schema: Target;
      /** Gives `undefined` for what is not there and will be made. @throws ServiceError when it must be there */
      find: (db: Queryable, path: PathOf<Parameters>, now: bigint) => MaybePromise<Found>;
    };
    run: (
      tx: Transaction,
      target: Found,
      request: ChangeRequest<PathOf<Parameters>, Body extends TSchema ? Static<Body> : undefined>,
    ) => Promise<Response extends TSchema ? Static<Response> : void>;
  },
): WriteOperation {
  type Request = ChangeRequest<PathOf<Parameters>, Body extends TSchema ? Static<Body> : undefined>;
  const { run, target, body, mediaTypes = [jsonType], response, created, ...rest } = spec;
  const { schema, ...described } = response;
  const writeTarget = serializer<Static<Target>>(target.schema);
  const writeBody = schema === undefined ? () => '' : serializer<unknown>(schema);
  return {
    ...rest,
    kind: 'write',
    query: {},
    ...(body && { body }),
    ...(created && { created }),
    mediaTypes,
    isConditional: true,
    response: { ...described, ...(schema && { schema }) },
    command: {
      name: spec.id,
      run: (tx, call) =>
        runOnce(tx, call.idempotency, async () => {
          const request = call as unknown as Request;
          const current = await target.find(tx, request.path, request.now);
          const isThere = current !== undefined;
          const bytes = isThere ? writeTarget(current) : undefined;
          requirePreconditions(call, bytes);
          const output = await run(tx, current, request);
          const status = isThere ? response.status : (created?.status ?? response.status);
          return { status, location: null, body: writeBody(output) };
        }),
    },
  };
}
