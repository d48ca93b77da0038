import { type NewResponse, runAllOnce, runOnce } from '../catalogue/idempotency/rules.ts';
import { asCallers } from '../catalogue/keys/caller-rules.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { PageRange } from '../store/keyset.ts';
import type { SortedPage } from '../store/sorted-selection.ts';
import type { Position, Queryable, Reader, Transaction } from '../store/statement.ts';
import { defineFacets, type FacetSpec } from './define-facets.ts';
import type {
  Caller,
  DerivedSecret,
  Installation,
  Issued,
  ListOperation,
  Page,
  QueryParameter,
  ReadContext,
  ReadOperation,
  StreamOperation,
  WriteCall,
  WriteOperation,
} from './operation.ts';
import { pagingParameters, streamParameters } from './paging.ts';
import { describePath, type Path, type PathValues } from './path.ts';
import type { Static, TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/** The values of the filters and of the parameters in the path of a list. */
type ListRequest<Filters extends Record<string, QueryParameter>, Values> = QueryOf<Filters> & Values;

/** A page of a list whose filters have no index: its entries, and up to which id rows were read, if there are more. */
export interface PartialPage<Item> {
  items: Item[];
  scannedTo: bigint | undefined;
}

type PageReader<Request, Page> = (db: Reader, request: Request, range: PageRange, context: ReadContext) => Page;
type EntryCounter<Request, Count> = (db: Reader, request: Request, context: ReadContext) => Count;

/** The media type of every body but pages with facets. */
export const jsonType = 'application/json';

export type QueryOf<Query extends Record<string, QueryParameter>> = {
  [Name in keyof Query]?: Static<Query[Name]['schema']>;
};

/** What an operation is described by: without what follows from it, and what its builder types more precisely. */
type Spec<Kind extends { id: string; errors: unknown }, Derived extends keyof Kind> = Omit<
  Kind,
  'kind' | 'path' | 'pathParameters' | 'query' | 'response' | 'errors' | Derived
> & {
  /** Beside those that follow from the path and from the kind of the operation. */
  errors?: Kind['errors'];
};

export type WriteSpec = Spec<
  WriteOperation,
  'body' | 'binary' | 'mediaTypes' | 'isConditional' | 'issue' | 'verify' | 'changedKey' | 'command'
>;

/**
 * Defines a list, by ascending id unless it says otherwise. `limit` and `cursor` are added; `filters` are the other query
 * parameters.
 */
export function list<
  Values extends PathValues,
  Item extends { id: bigint },
  Filters extends Record<string, QueryParameter> = Record<never, never>,
>(
  spec: Spec<ListOperation, 'method' | 'defaultLimit' | 'page' | 'count' | 'facets'> & {
    path: Path<Values>;
    filters?: Filters;
    defaultLimit?: (filters: QueryOf<Filters>) => number | undefined;
    response: { status: 200; description: string; schema: TSchema };
    find: PageReader<ListRequest<Filters, Values>, MaybePromise<Item[] | PartialPage<Item>>>;
    /** A page in another order or of a search, which may be short; `undefined` for requests that `find` serves. */
    search?: PageReader<ListRequest<Filters, Values>, MaybePromise<SortedPage<Item>> | undefined>;
    count: EntryCounter<ListRequest<Filters, Values>, MaybePromise<bigint | undefined>>;
    facets?: FacetSpec<ListRequest<Filters, Values>>;
  },
): ListOperation {
  const { filters, defaultLimit, find, search, count, facets, ...rest } = spec;
  type Request = ListRequest<Filters, Values>;
  const write = serializer<Item[]>(spec.response.schema);
  return {
    ...rest,
    ...describePath(spec),
    kind: 'list',
    method: 'GET',
    query: { ...pagingParameters, ...filters },
    ...(defaultLimit && { defaultLimit: (values) => defaultLimit(values as QueryOf<Filters>) }),
    page(db, values, range, context) {
      const searched = search?.(db, values as Request, range, context);
      if (searched !== undefined) return andThen(searched, ({ rows, next }) => ({ body: write(rows), next }));
      const { after, limit } = range;
      // One item more than the page holds tells whether there is a next page.
      return andThen(find(db, values as Request, { after, limit: limit + 1 }, context), (page) => {
        const { items: found, scannedTo } = Array.isArray(page) ? { items: page, scannedTo: undefined } : page;
        const items = found.slice(0, limit);
        return { body: write(items), next: toPosition(found.length > limit ? items.at(-1)?.id : scannedTo) };
      });
    },
    count: (db, values, context) => count(db, values as Request, context),
    ...(facets && { facets: defineFacets(facets) }),
  };
}

/** Defines the read of one resource by its path. */
export function read<
  Values extends PathValues,
  Response extends TSchema,
  Query extends Record<string, QueryParameter> = Record<never, never>,
  Found extends Static<Response> = Static<Response>,
>(
  spec: Spec<ReadOperation, 'method' | 'read' | 'isPaged'> & {
    path: Path<Values>;
    query?: Query;
    response: { status: 200; description: string; schema: Response };
    /** The id after which the page after this response begins, for a read whose query has a `cursor`. */
    next?: (found: Found) => bigint | undefined;
    find: (db: Queryable, path: Values, query: QueryOf<Query>, caller: Caller) => MaybePromise<Found>;
  },
): ReadOperation {
  const { find, next, query = {}, ...rest } = spec;
  const write = serializer<Static<Response>>(spec.response.schema);
  const present =
    next === undefined ? write : (found: Found) => ({ body: write(found), next: toPosition(next(found)) });
  return {
    ...rest,
    ...describePath(spec),
    kind: 'read',
    method: 'GET',
    query,
    isPaged: next !== undefined,
    read: (db, path, values, caller) =>
      andThen<Found, string | Page>(find(db, path as Values, values as QueryOf<Query>, caller), present),
  };
}

function toPosition(id: bigint | undefined): Position | undefined {
  return id === undefined ? undefined : { id };
}

/** Defines an append-only log by ascending id, which clients read in pages or follow as a stream. */
export function stream<Entry extends { id: bigint; type: string }>(
  spec: Spec<StreamOperation, 'method' | 'page'> & {
    path: Path<unknown>;
    response: { status: 200; description: string; schema: TSchema };
    find: (db: Queryable, range: PageRange) => MaybePromise<Entry[]>;
  },
): StreamOperation {
  const { find, ...rest } = spec;
  const write = serializer<Entry>(spec.entry);
  return {
    ...rest,
    ...describePath(spec),
    kind: 'stream',
    method: 'GET',
    query: streamParameters,
    page: (db, range) =>
      andThen(find(db, range), (entries) => entries.map((found) => ({ ...found, body: write(found) }))),
  };
}

/**
 * Finds the resource of a response with personal data. Such a response is not stored for retries: a retry gets the resource
 * as it is then.
 */
export type FindAgain<Output> = Output extends { id: bigint }
  ? (db: Queryable, id: bigint) => MaybePromise<Output>
  : never;

/** The id of a resource. @throws Error when it has none */
export function idOf(resource: unknown): bigint {
  if (typeof resource === 'object' && resource !== null && 'id' in resource && typeof resource.id === 'bigint') {
    return resource.id;
  }
  throw new Error('the resource of a response has no id');
}

/** The call of a write, as its description types it: with the new secret where the operation issues one. */
export type CallOf<Values extends PathValues, Content, Stored> = WriteCall & {
  path: Values;
  body: Content;
} & (Stored extends undefined ? unknown : { secret: DerivedSecret<Stored> });

/** What describes a creation, beside its body. */
export interface CreationSpec<Values extends PathValues, Content, Response extends TSchema, Stored> extends WriteSpec {
  path: Path<Values>;
  /** See `Command`. */
  locksRows?: true;
  issue?: (bytes: Uint8Array, installation: Installation) => Issued<Stored>;
  verify?: (body: Content, installation: Installation) => MaybePromise<void>;
  changedKey?: (path: Values) => bigint;
  response: {
    status: number;
    description: string;
    schema: Response;
    /** Path of the created resource, relative to the base address. */
    location?: (output: Static<Response>) => string;
    locationUntil?: number;
  };
  findAgain?: FindAgain<Static<Response>>;
  run: (tx: Transaction, call: CallOf<Values, Content, Stored>) => Promise<Static<Response>>;
  /** Runs many calls with fewer statements; see `Command`. */
  runTogether?: (tx: Transaction, calls: readonly CallOf<Values, Content, Stored>[]) => Promise<Static<Response>[]>;
}

/** Defines a creation. Its response is stored in its own transaction, so that a retry gets the same response. */
export function write<Values extends PathValues, Body extends TSchema, Response extends TSchema, Stored = undefined>({
  body,
  ...spec
}: CreationSpec<Values, Static<Body>, Response, Stored> & { body: Body }): WriteOperation {
  return { ...completeCreation(spec), body, mediaTypes: [jsonType] };
}

/** Adds what follows from the description of a creation, whatever its body is. */
export function completeCreation<Values extends PathValues, Content, Response extends TSchema, Stored>(
  spec: CreationSpec<Values, Content, Response, Stored>,
) {
  type Call = CallOf<Values, Content, Stored>;
  const { run, runTogether, ...rest } = spec;
  const { status, schema, location } = spec.response;
  const writeBody = serializer<Static<Response>>(schema);
  const toResponse = (output: Static<Response>): NewResponse => ({
    status,
    location: location?.(output) ?? null,
    body: writeBody(output),
    resourceId: spec.findAgain && idOf(output),
  });
  const { command, ...operation } = completeWrite(rest, writeBody, async (tx, call: Call) =>
    toResponse(await run(tx, call)),
  );
  return {
    ...operation,
    query: {},
    isConditional: false,
    command: {
      ...command,
      ...(runTogether && {
        runTogether: (tx: Transaction, calls: readonly Call[]) =>
          asCallers(tx, calls, () =>
            runAllOnce(
              tx,
              calls.map(({ idempotency }) => idempotency),
              async () => (await runTogether(tx, calls)).map(toResponse),
            ),
          ),
      }),
    },
  };
}

/** What `completeWrite` uses of the description of a write. */
interface Completed extends WriteSpec {
  path: Path<unknown>;
  locksRows?: true;
  changedKey?: (path: never) => bigint;
  findAgain?: ((db: Queryable, id: bigint) => MaybePromise<unknown>) | undefined;
}

/** Adds what follows from the description of a write, and a command that runs once for each idempotency key. */
export function completeWrite<Described extends Completed, Call extends WriteCall>(
  { locksRows, findAgain, ...rest }: Described,
  writeBody: (output: never) => string,
  run: (tx: Transaction, call: Call) => Promise<NewResponse>,
) {
  return {
    ...rest,
    ...describePath(rest),
    kind: 'write' as const,
    command: {
      name: rest.id,
      ...(locksRows && { locksRows }),
      ...(rest.changedKey && { isBarrier: true as const }),
      run: (tx: Transaction, call: Call) =>
        asCallers(tx, [call], () =>
          runOnce(
            tx,
            call.idempotency,
            () => run(tx, call),
            findAgain && ((id) => andThen(findAgain(tx, id), (resource) => writeBody(resource as never))),
          ),
        ),
    },
  };
}
