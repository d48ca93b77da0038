import { Type } from 'typebox';
import { defaultPageSize, maxPageSize, maxTargetLength } from '../../contract/limits.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { PageRange } from '../store/keyset.ts';
import type { SortedPage } from '../store/search/sorted-selection.ts';
import type { Position, Queryable, Reader, StoreReader } from '../store/statement.ts';
import type {
  Caller,
  ListFacets,
  ListOperation,
  QueryParameter,
  ReadContext,
  ReadOperation,
  StreamOperation,
  StreamPage,
} from './operation.ts';
import { describePath, type ParameterValues, type Path } from './path.ts';
import type { Static, TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/** The values of the filters and of the parameters in the path of a list. */
type ListRequest<Filters extends Record<string, QueryParameter>, Values> = QueryOf<Filters> & Values;

type PageReader<Request, Page> = (db: Reader, request: Request, range: PageRange, context: ReadContext) => Page;
type EntryCounter<Request, Count> = (db: Reader, request: Request, context: ReadContext) => Count;

/** The media type of every body but pages with facets. */
export const jsonType = 'application/json';

/** The media type of a page with facets: an object, so that no client takes it for the array that other pages are. */
export const facetsType = 'application/vnd.petstore.facets+json';

const limitParameter = {
  schema: Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
  description: `The maximum number of entries per page. It may differ from page to page. Defaults to ${defaultPageSize}.`,
};

export const cursorParameter = {
  schema: Type.String({ maxLength: maxTargetLength }),
  description: 'The start of the page, taken from the `Link` header of the previous page.',
};

const afterParameter = {
  schema: Type.Unsafe<bigint>({ type: 'integer', format: 'int64', minimum: 0 }),
  description:
    'Begins after the entry with this id. Without it, a page begins with the oldest entry, and a stream begins now.',
};

/** How a list counts the values of its filters. */
interface FacetSpec<Request> extends Pick<ListFacets, 'page'> {
  counts: TSchema;
  count: EntryCounter<Request, Promise<{ facets: object; total: bigint | undefined }>>;
}

export type QueryOf<Query extends Record<string, QueryParameter>> = {
  [Name in keyof Query]?: Static<Query[Name]['schema']>;
};

/** What an operation is described by: without what follows from it, and what its builder types more precisely. */
export type Spec<Kind extends { id: string; errors: unknown }, Derived extends keyof Kind> = Omit<
  Kind,
  'kind' | 'path' | 'pathParameters' | 'query' | 'response' | 'errors' | Derived
> & {
  /** Beside those that follow from the path and from the kind of the operation. */
  errors?: Kind['errors'];
};

/**
 * Defines a list, by ascending id unless it says otherwise. `limit` and `cursor` are added; `filters` are the other query
 * parameters.
 */
export function list<
  Values extends ParameterValues,
  Item extends { id: bigint },
  Filters extends Record<string, QueryParameter> = Record<never, never>,
>(
  spec: Spec<ListOperation, 'method' | 'defaultLimit' | 'page' | 'count' | 'facets'> & {
    path: Path<Values>;
    filters?: Filters;
    defaultLimit?: (filters: QueryOf<Filters>) => number | undefined;
    response: { status: 200; description: string; schema: TSchema };
    /** The first entries of a range; missing where `search` serves all requests. */
    find?: PageReader<ListRequest<Filters, Values>, MaybePromise<Item[]>>;
    /** A page that may be short; `undefined` for requests that `find` serves. */
    search?: PageReader<ListRequest<Filters, Values>, Promise<SortedPage<Item>> | undefined>;
    count: EntryCounter<ListRequest<Filters, Values>, Promise<bigint | undefined>>;
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
    query: { limit: limitParameter, cursor: cursorParameter, ...filters },
    ...(defaultLimit && { defaultLimit: (values) => defaultLimit(values as QueryOf<Filters>) }),
    page(db, values, range, context) {
      const searched = search?.(db, values as Request, range, context);
      if (searched !== undefined) return searched.then(({ rows, next }) => ({ body: write(rows), next }));
      const { after, limit } = range;
      // One item more than the page holds tells whether there is a next page.
      return andThen(find?.(db, values as Request, { after, limit: limit + 1 }, context) ?? [], (found) => {
        const items = found.slice(0, limit);
        return { body: write(items), next: toPosition(found.length > limit ? items.at(-1)?.id : undefined) };
      });
    },
    count: (db, values, context) => count(db, values as Request, context),
    ...(facets && { facets: countedBy(facets) }),
  };
}

function countedBy<Request>({ page, counts, count }: FacetSpec<Request>): ListFacets {
  const write = serializer<object>(counts);
  return {
    page,
    async count(db, values, context) {
      const { facets, total } = await count(db, values as Request, context);
      return { body: write(facets), total };
    },
  };
}

/** Defines the read of one resource by its path. */
export function read<
  Values extends ParameterValues,
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
    find: (db: StoreReader, path: Values, query: QueryOf<Query>, caller: Caller) => MaybePromise<Found>;
  },
): ReadOperation {
  const { find, next, query = {}, ...rest } = spec;
  const write = serializer<Static<Response>>(spec.response.schema);
  const present = (found: Found) => ({ body: write(found), next: toPosition(next?.(found)) });
  return {
    ...rest,
    ...describePath(spec),
    kind: 'read',
    method: 'GET',
    query,
    isPaged: next !== undefined,
    read: (db, path, values, caller) => andThen(find(db, path as Values, values as QueryOf<Query>, caller), present),
  };
}

function toPosition(id: bigint | undefined): Position | undefined {
  return id === undefined ? undefined : { id };
}

/** Defines an append-only log by ascending id, which clients read in pages or follow as a stream. */
export function stream<Entry extends { id: bigint; type: string }, Filters extends Record<string, QueryParameter>>(
  spec: Spec<StreamOperation, 'method' | 'page' | 'search'> & {
    path: Path<unknown>;
    response: { status: 200; description: string; schema: TSchema };
    find: (db: Queryable, range: PageRange) => Promise<Entry[]>;
    /** What a page can be limited to. A stream has all entries. */
    filters: Filters;
    search: (db: Queryable, filters: QueryOf<Filters>, range: PageRange) => Promise<StreamPage<Entry>>;
  },
): StreamOperation {
  const { find, filters, search, ...rest } = spec;
  const write = serializer<Entry>(spec.entry);
  const present = (entries: readonly Entry[]) => entries.map((found) => ({ ...found, body: write(found) }));
  return {
    ...rest,
    ...describePath(spec),
    kind: 'stream',
    method: 'GET',
    query: { limit: limitParameter, after: afterParameter, ...filters },
    page: async (db, range) => present(await find(db, range)),
    async search(db, values, range) {
      const { entries, next } = await search(db, values as QueryOf<Filters>, range);
      return { entries: present(entries), next };
    },
  };
}
