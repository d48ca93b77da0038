import { type NewResponse, runAllOnce, runOnce } from '../catalogue/idempotency/rules.ts';
import { asCallers } from '../catalogue/keys/caller-rules.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Queryable, Transaction } from '../store/statement.ts';
import { jsonType, type Spec } from './define.ts';
import { requirePreconditions } from './entity-tag.ts';
import { ServiceError } from './errors.ts';
import { fixedFields } from './fixed-fields.ts';
import {
  type BinaryRequest,
  type CallerId,
  type ChangeOperation,
  type DerivedSecret,
  type Installation,
  type Issued,
  scopesFor,
  type UploadOperation,
  type WriteBase,
  type WriteCall,
  type WriteOperation,
} from './operation.ts';
import { describePath, type Path, type PathValues } from './path.ts';
import type { Static, TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/** What describes any write. */
interface WriteSpec<Values, Output>
  extends Spec<WriteBase, 'query' | 'mediaTypes' | 'isConditional' | 'isReplayedWhole' | 'changedCaller' | 'command'> {
  path: Path<Values>;
  /** See `Command`. */
  locksRows?: true;
  changedCaller?: (path: Values, caller: CallerId) => boolean;
  /**
   * Finds the resource of a response with personal data, which must have an `id`. Such a response is not stored for retries:
   * a retry gets the resource as it is then.
   */
  findAgain?: (db: Queryable, id: bigint) => Promise<Output>;
  /** What is stored of a response for retries, where that is less. */
  storedAs?: (output: Output) => Output;
}

/** What describes a write whose body is JSON; with `issue` it is one that issues a secret. */
interface JsonSpec<Content, Stored> {
  verify?: (body: Content, installation: Installation) => Promise<void>;
  issue?: (bytes: Uint8Array, installation: Installation) => Issued<Stored>;
}

/** What describes a creation, whatever its body is. */
interface CreationSpec<Values, Call, Response extends TSchema> extends WriteSpec<Values, Static<Response>> {
  response: {
    status: number;
    description: string;
    schema: Response;
    /** Path of the created resource, relative to the base address. */
    location?: (output: Static<Response>) => string;
    locationUntil?: number;
  };
  run: (tx: Transaction, call: Call) => Promise<Static<Response>>;
  /** Runs many calls with fewer statements; see `Command`. */
  runTogether?: (tx: Transaction, calls: readonly Call[]) => Promise<Static<Response>[]>;
}

/** The call of a write, as its description types it: with the new secret where the operation issues one. */
type CallOf<Values, Content, Stored> = WriteCall & { path: Values; body: Content } & (Stored extends undefined
    ? unknown
    : { secret: DerivedSecret<Stored> });

type StaticOf<Schema, Otherwise> = Schema extends TSchema ? Static<Schema> : Otherwise;

/** Defines a creation. Its response is stored in its own transaction, so that a retry gets the same response. */
export function create<Values extends PathValues, Body extends TSchema, Response extends TSchema, Stored = undefined>({
  issue,
  ...spec
}: CreationSpec<Values, CallOf<Values, Static<Body>, Stored>, Response> &
  JsonSpec<Static<Body>, Stored> & { body: Body }): WriteOperation {
  const operation = { ...spec, ...describeCreation(spec), mediaTypes: [jsonType] };
  return issue === undefined ? { ...operation, write: 'create' } : { ...operation, write: 'issue', issue };
}

/** Defines a creation from a body that is not JSON, which is turned into plain data before the transaction. */
export function upload<Values extends PathValues, Prepared, Response extends TSchema>(
  spec: Omit<CreationSpec<Values, CallOf<Values, Prepared, undefined>, Response>, 'runTogether'> &
    Pick<UploadOperation, 'mediaTypes' | 'maxBytes' | 'bodyDescription'> & {
      requireRoom: (path: Values, db: Queryable) => Promise<unknown>;
      prepare: (request: BinaryRequest & { path: Values }, installation: Installation) => Promise<Prepared>;
    },
): UploadOperation {
  const operation = describeCreation({
    ...spec,
    run: async (tx: Transaction, call: CallOf<Values, Prepared, undefined>) => {
      // Nothing was prepared because a response was stored a moment ago.
      if (call.body === undefined) throw expired();
      return await spec.run(tx, call);
    },
  });
  return { ...spec, ...operation, write: 'upload' };
}

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
  Stored = undefined,
>(
  spec: WriteSpec<Values, StaticOf<Response, void>> &
    JsonSpec<StaticOf<Body, undefined>, Stored> &
    Pick<ChangeOperation, 'created'> & {
      query?: ChangeOperation['query'];
      body?: Body;
      /** JSON by default, and of a PATCH also a merge patch. */
      mediaTypes?: readonly string[];
      response: {
        status: number;
        description: string;
        schema?: Response;
        /** As of a creation, for a change that creates something beside its target. */
        location?: (output: StaticOf<Response, void>) => string;
      };
      target: {
        schema: Target;
        /** See `fixedFields`. */
        volatile?: readonly (keyof Static<Target> & string)[];
        /**
         * Returns `undefined` for a target that will be created. With `locksRows`, it locks the target.
         * @throws ServiceError when the target must exist
         */
        find: (db: Queryable, path: Values, call: WriteCall) => MaybePromise<Found>;
      };
      run: (
        tx: Transaction,
        target: Found,
        call: CallOf<Values, StaticOf<Body, undefined>, Stored> & Required<Pick<WriteCall, 'query'>>,
      ) => Promise<StaticOf<Response, void>>;
    },
): WriteOperation {
  const { run, target, response, created, issue, method, body } = spec;
  const fixed =
    method === 'PATCH' && body !== undefined ? fixedFields(target.schema, body, target.volatile) : undefined;
  const writeTarget = serializer<Static<Target>>(target.schema);
  const toJson = response.schema === undefined ? () => '' : serializer<unknown>(response.schema);
  const command = commandOf(spec, toJson, async (tx, call: Parameters<typeof run>[2]) => {
    const current = await target.find(tx, call.path, call);
    requirePreconditions(call, current && writeTarget(current));
    if (call.fixed !== undefined) fixed?.requireRepeated(call.fixed, current);
    const output = await run(tx, current, call);
    const { status } = current === undefined ? (created ?? response) : response;
    const stored = spec.storedAs && toJson(spec.storedAs(output));
    const location = response.location?.(output) ?? null;
    return { status, location, body: toJson(output), stored, resourceId: spec.findAgain && idOf(output) };
  });
  const operation = {
    mediaTypes: method === 'PATCH' ? [jsonType, 'application/merge-patch+json'] : [jsonType],
    query: {},
    ...spec,
    ...(fixed && { fixed: fixed.schema }),
    ...describePath(spec),
    kind: 'write' as const,
    isConditional: true,
    isReplayedWhole: isReplayedWhole(spec),
    command,
  };
  return issue === undefined ? { ...operation, write: 'change' } : { ...operation, write: 'issue', issue };
}

/** What follows from the description of a creation. */
function describeCreation<Values, Call extends WriteCall, Response extends TSchema>(
  spec: CreationSpec<Values, Call, Response>,
) {
  const { run, runTogether, findAgain, storedAs } = spec;
  const { status, schema, location } = spec.response;
  const toJson = serializer<Static<Response>>(schema);
  const toResponse = (output: Static<Response>): NewResponse => ({
    status,
    location: location?.(output) ?? null,
    body: toJson(output),
    stored: storedAs && toJson(storedAs(output)),
    resourceId: findAgain && idOf(output),
  });
  const command = {
    ...commandOf(spec, toJson, async (tx, call: Call) => toResponse(await run(tx, call))),
    ...(runTogether && {
      runTogether: (tx: Transaction, calls: readonly Call[]) =>
        asCallers(tx, calls, scopesFor(spec), () =>
          runAllOnce(
            tx,
            calls.map(({ idempotency }) => idempotency),
            async () => (await runTogether(tx, calls)).map(toResponse),
          ),
        ),
    }),
  };
  return {
    ...describePath(spec),
    kind: 'write' as const,
    query: {},
    isConditional: false,
    isReplayedWhole: isReplayedWhole(spec),
    command,
  };
}

function isReplayedWhole<Values, Output>({ findAgain, storedAs }: WriteSpec<Values, Output>): boolean {
  return findAgain === undefined && storedAs === undefined;
}

/** The command of a write: it runs once for each idempotency key, and only if the key of its caller is valid. */
function commandOf<Values, Call extends WriteCall, Output>(
  { id, locksRows, changedCaller, findAgain, isSignIn, ...rest }: WriteSpec<Values, Output>,
  toJson: (output: Output) => string,
  run: (tx: Transaction, call: Call) => Promise<NewResponse>,
) {
  const scopes = scopesFor(rest);
  const makeAgain =
    findAgain && (async (tx: Transaction, resourceId: bigint) => toJson(await findAgain(tx, resourceId)));
  return {
    name: id,
    ...(locksRows && { locksRows }),
    ...(changedCaller && { isBarrier: true as const }),
    run: (tx: Transaction, call: Call) =>
      // A link is spent by its use, so nobody can repeat it.
      isSignIn
        ? runOnce(tx, undefined, () => run(tx, call))
        : asCallers(tx, [call], scopes, () => runOnce(tx, call.idempotency, () => run(tx, call), makeAgain)),
  };
}

/** The id of a resource. @throws Error when it has none */
function idOf(resource: unknown): bigint {
  if (typeof resource === 'object' && resource !== null && 'id' in resource && typeof resource.id === 'bigint') {
    return resource.id;
  }
  throw new Error('the resource of a response has no id');
}

function expired(): ServiceError {
  const message = 'The stored response of this Idempotency-Key has just expired. Nothing was changed; try again.';
  return new ServiceError('idempotency_in_progress', message, { headers: { 'Retry-After': '1' } });
}
