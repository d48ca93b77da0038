import type { CallerId } from '../api/call.ts';
import { jsonType, type Spec } from '../api/define.ts';
import { requirePreconditions } from '../api/entity-tag.ts';
import {
  type BinaryRequest,
  type ChangeOperation,
  type DerivedSecret,
  type Installation,
  type Issued,
  type JsonOperation,
  type SearchOperation,
  scopesFor,
  type UploadOperation,
  type WriteBase,
  type WriteCall,
} from '../api/operation.ts';
import { describePath, type ParameterValues, type Path } from '../api/path.ts';
import { type JsonSchema, nullable, type Static, type TSchema } from '../api/schemas.ts';
import { serializer } from '../api/serialize.ts';
import { fieldError } from '../errors/faults.ts';
import { ServiceError, validationFailed } from '../errors/service-error.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Queryable, StoreReader, Transaction } from '../store/statement.ts';
import { type NewResponse, runAllOnce, runOnce } from './idempotency/rules.ts';
import { asCallers, isAdministration, requireCurrentSecret } from './keys/caller-rules.ts';

/** What describes any write. */
interface WriteSpec<Values, Output>
  extends Spec<WriteBase, 'query' | 'mediaTypes' | 'isConditional' | 'isReplayedWhole' | 'changedCaller' | 'command'> {
  path: Path<Values>;
  response: Omit<WriteBase['response'], 'location'> & { location?: (output: Output) => string };
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
  response: WriteSpec<Values, Static<Response>>['response'] & { schema: Response };
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
export function create<
  Values extends ParameterValues,
  Body extends TSchema,
  Response extends TSchema,
  Stored = undefined,
>({
  issue,
  ...spec
}: CreationSpec<Values, CallOf<Values, Static<Body>, Stored>, Response> &
  JsonSpec<Static<Body>, Stored> & { body: Body }): JsonOperation {
  const described = describeWrite(
    spec,
    async (tx, call: Parameters<typeof spec.run>[1], present) => present(await spec.run(tx, call)),
    spec.runTogether,
  );
  const operation = { ...spec, ...described, isConditional: false };
  return issue === undefined ? { ...operation, write: 'create' } : { ...operation, write: 'issue', issue };
}

/** Defines a search by what no address should have. */
export function search<Body extends TSchema, Response extends TSchema>(
  spec: Spec<SearchOperation, keyof typeof searchDerived | 'answer'> & {
    path: Path<unknown>;
    body: Body;
    response: { status: 200; description: string; schema: Response };
    find: (db: StoreReader, asked: Static<Body>) => Promise<Static<Response>>;
  },
): SearchOperation {
  const { find, ...rest } = spec;
  const toJson = serializer<Static<Response>>(spec.response.schema);
  const answer: SearchOperation['answer'] = async (db, body) => toJson(await find(db, body as Static<Body>));
  return { ...rest, ...describePath(spec), ...searchDerived, answer };
}

const searchDerived = {
  kind: 'write' as const,
  write: 'search' as const,
  method: 'POST' as const,
  query: {},
  mediaTypes: [jsonType],
  isConditional: false,
  isReplayedWhole: false,
};

/** Defines a creation from a body that is not JSON, which is turned into plain data before the transaction. */
export function upload<Values extends ParameterValues, Prepared, Response extends TSchema>(
  spec: Omit<CreationSpec<Values, CallOf<Values, Prepared, undefined>, Response>, 'runTogether'> &
    Pick<UploadOperation, 'mediaTypes' | 'maxBytes' | 'bodyDescription'> & {
      query?: UploadOperation['query'];
      requireRoom: (path: Values, db: Queryable) => Promise<unknown>;
      prepare: (request: BinaryRequest & { path: Values }, installation: Installation) => Promise<Prepared>;
    },
): UploadOperation {
  const described = describeWrite(spec, async (tx, call: Parameters<typeof spec.run>[1], present) => {
    // Nothing was prepared because a response was stored a moment ago.
    if (call.body === undefined) throw expired();
    return present(await spec.run(tx, call));
  });
  return { ...spec, ...described, write: 'upload', isConditional: false };
}

/**
 * Defines a change of one resource, the target, or its creation at a known path. Preconditions (`If-Match`) compare with
 * the ETag of a GET of the target, which is read in the transaction of the change.
 */
export function change<
  Values extends ParameterValues,
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
      response: { schema?: Response };
      target: {
        schema: Target;
        /** See `fixedFields`. */
        volatile?: readonly (keyof Static<Target> & string)[];
        /**
         * Returns `undefined` for a target that will be created. With `locksRows`, it locks the target.
         * @throws ServiceError when the target must exist
         */
        find: (db: Queryable, path: Values, call: WriteCall) => MaybePromise<Found>;
        /** Another form in which responses show it, whose ETag is good, too. */
        inBrief?: (target: Exclude<Found, undefined>) => Static<Target>;
      };
      run: (
        tx: Transaction,
        target: Found,
        call: CallOf<Values, StaticOf<Body, undefined>, Stored> & Required<Pick<WriteCall, 'query'>>,
      ) => Promise<StaticOf<Response, void>>;
    },
): JsonOperation {
  const { run, target, created, issue, method, body } = spec;
  const fixed =
    method === 'PATCH' && body !== undefined ? fixedFields(target.schema, body, target.volatile) : undefined;
  const writeTarget = serializer<Static<Target>>(target.schema);
  const described = describeWrite(spec, async (tx, call: Parameters<typeof run>[2], present) => {
    const current = await target.find(tx, call.path, call);
    const forms = current === undefined ? [] : [current, ...(target.inBrief ? [target.inBrief(current)] : [])];
    requirePreconditions(call, forms.map(writeTarget));
    if (call.fixed !== undefined) fixed?.requireRepeated(call.fixed, current);
    const output = await run(tx, current, call);
    return present(output, current === undefined ? created?.status : undefined);
  });
  const operation = { ...spec, ...(fixed && { fixed: fixed.schema }), ...described, isConditional: true };
  return issue === undefined ? { ...operation, write: 'change' } : { ...operation, write: 'issue', issue };
}

/**
 * What follows from the description of a write. Its command runs once for each idempotency key, and only if the key of its
 * caller is valid. `run` makes the response with `present`.
 */
function describeWrite<Values, Call extends WriteCall, Output>(
  spec: WriteSpec<Values, Output> & Partial<Pick<WriteBase, 'query' | 'mediaTypes'>>,
  run: (tx: Transaction, call: Call, present: (output: Output, status?: number) => NewResponse) => Promise<NewResponse>,
  runTogether?: (tx: Transaction, calls: readonly Call[]) => Promise<Output[]>,
) {
  const { id, response, locksRows, changedCaller, findAgain, storedAs, isSignIn } = spec;
  const scopes = scopesFor(spec);
  const toJson = response.schema === undefined ? () => '' : serializer<Output>(response.schema);
  const present = (output: Output, status = response.status): NewResponse => ({
    status,
    location: response.location?.(output) ?? null,
    body: toJson(output),
    stored: storedAs && toJson(storedAs(output)),
    resourceId: findAgain && idOf(output),
  });
  const makeAgain =
    findAgain && (async (tx: Transaction, resourceId: bigint) => toJson(await findAgain(tx, resourceId)));
  // Within `runOnce`: a key that rotates itself gets its new secret again with the previous one.
  const work: typeof run = !isAdministration(scopes)
    ? run
    : async (tx, call, toResponse) => {
        await requireCurrentSecret(tx, call, scopes);
        return await run(tx, call, toResponse);
      };
  const command = {
    name: id,
    ...(locksRows && { locksRows }),
    ...(changedCaller && { isBarrier: true as const }),
    run: (tx: Transaction, call: Call) =>
      // A link is spent by its use, so nobody can repeat it.
      isSignIn
        ? runOnce(tx, undefined, () => run(tx, call, present))
        : asCallers(tx, [call], scopes, () => runOnce(tx, call.idempotency, () => work(tx, call, present), makeAgain)),
    ...(runTogether && {
      runTogether: (tx: Transaction, calls: readonly Call[]) =>
        asCallers(tx, calls, scopes, () =>
          runAllOnce(
            tx,
            calls.map(({ idempotency }) => idempotency),
            // Not `present` alone, which would take an index for a status.
            async () => (await runTogether(tx, calls)).map((output) => present(output)),
          ),
        ),
    }),
  };
  return {
    ...describePath(spec),
    kind: 'write' as const,
    query: spec.query ?? {},
    mediaTypes: spec.mediaTypes ?? [jsonType, ...(spec.method === 'PATCH' ? ['application/merge-patch+json'] : [])],
    isReplayedWhole: findAgain === undefined && storedAs === undefined,
    command,
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

/**
 * The fields of a resource that its changes do not have; `undefined` if there are none. A change may repeat them, so that a
 * client can send back all that it has read. Of `volatile` ones, which move without a change of the resource, any value will do.
 */
function fixedFields(resource: JsonSchema, changes: JsonSchema, volatile: readonly string[] = []) {
  const { properties: changeable = {} } = changes;
  const fixed = Object.entries(resource.properties ?? {}).filter(([name]) => !Object.hasOwn(changeable, name));
  if (fixed.length === 0) return undefined;
  const writers = fixed
    .filter(([name]) => !volatile.includes(name))
    .map(([name, schema]) => [name, serializer<unknown>(objectOf([[name, schema]]))] as const);
  return {
    // As many programs write a field that a resource does not have.
    schema: objectOf(fixed.map(([name, schema]) => [name, nullable(schema)] as const)),
    /** @throws ServiceError `validation_failed` for those that were sent with another value than the resource has */
    requireRepeated(sent: object, current: unknown): void {
      const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null));
      // As responses show both: the resource may have members that they leave out.
      const other = writers.filter(([name, write]) => Object.hasOwn(sent, name) && write(given) !== write(current));
      if (other.length > 0) throw validationFailed(other.map(([name]) => fieldError(`#/${name}`, 'fixed')));
    },
  };
}

function objectOf(properties: readonly (readonly [name: string, schema: TSchema])[]): JsonSchema {
  return { type: 'object', properties: Object.fromEntries(properties) };
}
