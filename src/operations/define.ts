import { asCallers } from '../domain/callers.ts';
import { type NewResponse, runAllOnce, runOnce } from '../domain/idempotency.ts';
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
  PathParameter,
  QueryParameter,
  ReadContext,
  ReadOperation,
  StreamOperation,
  WriteCall,
  WriteOperation,
  WriteRequest,
} from './operation.ts';
import { pagingParameters, streamParameters } from './paging.ts';
import type { Static, TSchema } from './schemas/base.ts';
import { serializer } from './serialize.ts';

/** The values of the filters and of the parameters in the path of a list. */
type ListRequest<
  Filters extends Record<string, QueryParameter>,
  Parameters extends Record<string, PathParameter>,
> = QueryOf<Filters> & PathOf<Parameters>;

/** A page of a list whose filters have no index: its entries, and up to which id rows were read, if there are more. */
export interface PartialPage<Item> {
  items: Item[];
  scannedTo: bigint | undefined;
}

type PageReader<Request, Page> = (db: Reader, request: Request, range: PageRange, context: ReadContext) => Page;
type EntryCounter<Request, Count> = (db: Reader, request: Request, context: ReadContext) => Count;

/** The media type of every body but pages with facets. */
export const jsonType = 'application/json';

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Exactly one parameter for each placeholder of the path; anything else does not compile. */
export type ParametersOf<Path extends string> = Record<Placeholders<Path>, PathParameter>;
export type PathOf<Parameters extends Record<string, PathParameter>> = {
  [Name in keyof Parameters]: Static<Parameters[Name]['schema']>;
};
export type QueryOf<Query extends Record<string, QueryParameter>> = {
  [Name in keyof Query]?: Static<Query[Name]['schema']>;
};

type Spec<Kind extends { id: string }, Derived extends keyof Kind> = Omit<Kind, 'kind' | 'path' | Derived>;

/** What a write is described by, without the members that its builder types more precisely. */
export type WriteSpec = Spec<
  WriteOperation,
  | 'pathParameters'
  | 'query'
  | 'body'
  | 'binary'
  | 'mediaTypes'
  | 'isConditional'
  | 'response'
  | 'issue'
  | 'verify'
  | 'changedKey'
  | 'command'
>;

/**
 * Defines a list, by ascending id unless it says otherwise. `limit` and `cursor` are added; `filters` are the other query
 * parameters.
 */
export function list<
  const Path extends string,
  Filters extends Record<string, QueryParameter>,
  Item extends { id: bigint },
  const Parameters extends Record<string, PathParameter> = Record<never, never>,
>(
  spec: Spec<
    ListOperation,
    'method' | 'pathParameters' | 'query' | 'response' | 'defaultLimit' | 'page' | 'count' | 'facets'
  > & {
    path: Placeholders<Path> extends keyof Parameters ? Path : never;
    pathParameters?: Parameters;
    filters: Filters;
    defaultLimit?: (filters: QueryOf<Filters>) => number | undefined;
    response: { status: 200; description: string; schema: TSchema };
    find: PageReader<ListRequest<Filters, Parameters>, MaybePromise<Item[] | PartialPage<Item>>>;
    /** A page in another order or of a search, which may be short; `undefined` for requests that `find` serves. */
    search?: PageReader<ListRequest<Filters, Parameters>, MaybePromise<SortedPage<Item>> | undefined>;
    count: EntryCounter<ListRequest<Filters, Parameters>, MaybePromise<bigint | undefined>>;
    facets?: FacetSpec<ListRequest<Filters, Parameters>>;
  },
): ListOperation {
  const { filters, pathParameters = {}, defaultLimit, find, search, count, facets, ...rest } = spec;
  type Request = ListRequest<Filters, Parameters>;
  const write = serializer<Item[]>(spec.response.schema);
  return {
    ...rest,
    kind: 'list',
    method: 'GET',
    pathParameters,
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
  const Path extends string,
  const Parameters extends ParametersOf<Path>,
  Response extends TSchema,
  Query extends Record<string, QueryParameter> = Record<never, never>,
  Found extends Static<Response> = Static<Response>,
>(
  spec: Spec<ReadOperation, 'method' | 'pathParameters' | 'query' | 'response' | 'read' | 'isPaged'> & {
    path: Path;
    pathParameters: Parameters;
    query?: Query;
    response: { status: 200; description: string; schema: Response };
    /** The id after which the page after this response begins, for a read whose query has a `cursor`. */
    next?: (found: Found) => bigint | undefined;
    find: (db: Queryable, path: PathOf<Parameters>, query: QueryOf<Query>, caller: Caller) => MaybePromise<Found>;
  },
): ReadOperation {
  const { find, next, query = {}, ...rest } = spec;
  const write = serializer<Static<Response>>(spec.response.schema);
  const present =
    next === undefined ? write : (found: Found) => ({ body: write(found), next: toPosition(next(found)) });
  return {
    ...rest,
    kind: 'read',
    method: 'GET',
    query,
    isPaged: next !== undefined,
    read: (db, path, values, caller) =>
      andThen<Found, string | Page>(find(db, path as PathOf<Parameters>, values as QueryOf<Query>, caller), present),
  };
}

function toPosition(id: bigint | undefined): Position | undefined {
  return id === undefined ? undefined : { id };
}

/** Defines an append-only log by ascending id, which clients read in pages or follow as a stream. */
export function stream<const Path extends string, Entry extends { id: bigint; type: string }>(
  spec: Spec<StreamOperation, 'method' | 'pathParameters' | 'query' | 'response' | 'page'> & {
    path: Placeholders<Path> extends never ? Path : never;
    response: { status: 200; description: string; schema: TSchema };
    find: (db: Queryable, range: PageRange) => MaybePromise<Entry[]>;
  },
): StreamOperation {
  const { find, ...rest } = spec;
  const write = serializer<Entry>(spec.entry);
  return {
    ...rest,
    kind: 'stream',
    method: 'GET',
    pathParameters: {},
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

/** The request of a creation, with the new secret where the operation issues one. */
type CreationRequest<Path, Body, Stored> = WriteRequest<Body> & { path: Path } & (Stored extends undefined
    ? unknown
    : { secret: DerivedSecret<Stored> });

/** Defines a creation. Its response is stored in its own transaction, so that a retry gets the same response. */
export function write<
  const Path extends string,
  const Parameters extends ParametersOf<Path>,
  Body extends TSchema,
  Response extends TSchema,
  Stored = undefined,
>(
  spec: WriteSpec & {
    path: Path;
    pathParameters: Parameters;
    body: Body;
    /** See `Command`. */
    locksRows?: true;
    issue?: (bytes: Uint8Array, installation: Installation) => Issued<Stored>;
    verify?: (body: Static<Body>, installation: Installation) => MaybePromise<void>;
    changedKey?: (path: PathOf<Parameters>) => bigint;
    response: {
      status: number;
      description: string;
      schema: Response;
      /** Path of the created resource, relative to the base address. */
      location?: (output: Static<Response>) => string;
      locationUntil?: number;
    };
    findAgain?: FindAgain<Static<Response>>;
    run: (
      tx: Transaction,
      request: CreationRequest<PathOf<Parameters>, Static<Body>, Stored>,
    ) => Promise<Static<Response>>;
    /** Runs many requests with fewer statements; see `Command`. */
    runTogether?: (
      tx: Transaction,
      requests: readonly CreationRequest<PathOf<Parameters>, Static<Body>, Stored>[],
    ) => Promise<Static<Response>[]>;
  },
): WriteOperation {
  type Request = CreationRequest<PathOf<Parameters>, Static<Body>, Stored>;
  const { run, runTogether, verify, changedKey, locksRows, findAgain, ...rest } = spec;
  const { status, schema, location } = spec.response;
  const writeBody = serializer<Static<Response>>(schema);
  const toResponse = (output: Static<Response>): NewResponse => ({
    status,
    location: location?.(output) ?? null,
    body: writeBody(output),
    resourceId: findAgain && idOf(output),
  });
  return {
    ...rest,
    kind: 'write',
    query: {},
    mediaTypes: [jsonType],
    isConditional: false,
    ...(verify && { verify: (body, installation) => verify(body as Static<Body>, installation) }),
    ...(changedKey && { changedKey: (path) => changedKey(path as PathOf<Parameters>) }),
    command: {
      name: spec.id,
      ...(locksRows && { locksRows }),
      ...(changedKey && { isBarrier: true }),
      run: (tx, call) =>
        asCallers(tx, [call], () =>
          runOnce(
            tx,
            call.idempotency,
            async () => toResponse(await run(tx, call as unknown as Request)),
            findAgain && ((id) => andThen(findAgain(tx, id), writeBody)),
          ),
        ),
      ...(runTogether && {
        runTogether: (tx: Transaction, calls: readonly WriteCall[]) =>
          asCallers(tx, calls, () =>
            runAllOnce(
              tx,
              calls.map(({ idempotency }) => idempotency),
              async () => (await runTogether(tx, calls as unknown as readonly Request[])).map(toResponse),
            ),
          ),
      }),
    },
  };
}
