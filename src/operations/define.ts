import { answerAllOnce, answerOnce } from '../domain/idempotency.ts';
import type { StoredAnswer } from '../store/idempotency.ts';
import type { Slice } from '../store/pets.ts';
import { andThen, type MaybePromise, type Queryable, type Reader, type Transaction } from '../store/statement.ts';
import type {
  ListOperation,
  PathParameter,
  QueryParameter,
  ReadOperation,
  WriteCall,
  WriteOperation,
  WriteRequest,
} from './operation.ts';
import { pagingParameters } from './paging.ts';
import type { Static, TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/** What every body may be sent as. */
export const jsonType = 'application/json';

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** One parameter for each placeholder of the path: no more and no less compiles. */
export type ParametersOf<Path extends string> = Record<Placeholders<Path>, PathParameter>;
export type PathOf<Parameters extends Record<string, PathParameter>> = {
  [Name in keyof Parameters]: Static<Parameters[Name]['schema']>;
};
type QueryOf<Query extends Record<string, QueryParameter>> = {
  [Name in keyof Query]?: Static<Query[Name]['schema']>;
};

type Spec<Kind extends { id: string }, Derived extends keyof Kind> = Omit<Kind, 'kind' | 'path' | Derived>;

/** What a write is described by, beside what its builder types by itself. */
export type WriteSpec = Spec<
  WriteOperation,
  'pathParameters' | 'query' | 'body' | 'mediaTypes' | 'isConditional' | 'response' | 'command'
>;

/** A list by ascending id. `limit` and `cursor` come with it; `filters` are its other query parameters. */
export function list<
  const Path extends string,
  Filters extends Record<string, QueryParameter>,
  Item extends { id: bigint },
>(
  spec: Spec<ListOperation, 'method' | 'pathParameters' | 'query' | 'response' | 'page' | 'count'> & {
    path: Placeholders<Path> extends never ? Path : never;
    filters: Filters;
    response: { status: 200; description: string; schema: TSchema };
    find: (db: Reader, filters: QueryOf<Filters>, slice: Slice) => MaybePromise<Item[]>;
    count: (db: Queryable, filters: QueryOf<Filters>) => MaybePromise<bigint>;
  },
): ListOperation {
  const { filters, find, count, ...rest } = spec;
  const write = serializer<Item[]>(spec.response.schema);
  return {
    ...rest,
    kind: 'list',
    method: 'GET',
    pathParameters: {},
    query: { ...pagingParameters, ...filters },
    page(db, values, { after, limit }) {
      // One more than the page holds tells whether there is a next one.
      return andThen(find(db, values as QueryOf<Filters>, { after, limit: limit + 1 }), (found) => {
        const items = found.slice(0, limit);
        return { body: write(items), next: found.length > limit ? items.at(-1)?.id : undefined };
      });
    },
    count: (db, values) => count(db, values as QueryOf<Filters>),
  };
}

/** One thing, found by its path. */
export function read<const Path extends string, const Parameters extends ParametersOf<Path>, Response extends TSchema>(
  spec: Spec<ReadOperation, 'method' | 'pathParameters' | 'query' | 'response' | 'read'> & {
    path: Path;
    pathParameters: Parameters;
    response: { status: 200; description: string; schema: Response };
    find: (db: Queryable, path: PathOf<Parameters>) => MaybePromise<Static<Response>>;
  },
): ReadOperation {
  const { find, ...rest } = spec;
  const write = serializer<Static<Response>>(spec.response.schema);
  return {
    ...rest,
    kind: 'read',
    method: 'GET',
    query: {},
    read: (db, path) => andThen(find(db, path as PathOf<Parameters>), write),
  };
}

/** Something new. Its answer is written in its own transaction, so that a retry can be given the same one. */
export function write<
  const Path extends string,
  const Parameters extends ParametersOf<Path>,
  Body extends TSchema,
  Response extends TSchema,
>(
  spec: WriteSpec & {
    path: Path;
    pathParameters: Parameters;
    body: Body;
    response: {
      status: number;
      description: string;
      schema: Response;
      /** Where what was made can be found, relative to the base address. */
      location?: (output: Static<Response>) => string;
    };
    /** Tells that `run` is one statement. */
    isOneStatement?: true;
    run: (
      tx: Transaction,
      request: WriteRequest<Static<Body>> & { path: PathOf<Parameters> },
    ) => Promise<Static<Response>>;
    /** The same for many requests with fewer statements; see `Command`. */
    runTogether?: (
      tx: Transaction,
      requests: readonly (WriteRequest<Static<Body>> & { path: PathOf<Parameters> })[],
    ) => Promise<Static<Response>[]>;
  },
): WriteOperation {
  type Request = WriteRequest<Static<Body>> & { path: PathOf<Parameters> };
  const { run, runTogether, isOneStatement = false, ...rest } = spec;
  const { status, schema, location } = spec.response;
  const writeBody = serializer<Static<Response>>(schema);
  const toAnswer = (output: Static<Response>): StoredAnswer => ({
    status,
    location: location?.(output) ?? null,
    body: writeBody(output),
  });
  return {
    ...rest,
    kind: 'write',
    query: {},
    mediaTypes: [jsonType],
    isConditional: false,
    command: {
      name: spec.id,
      isOneStatement: ({ claim }) => isOneStatement && claim === undefined,
      run: (tx, call) => answerOnce(tx, call.claim, async () => toAnswer(await run(tx, call as Request))),
      ...(runTogether && {
        runTogether: (tx: Transaction, calls: readonly WriteCall[]) =>
          answerAllOnce(
            tx,
            calls.map(({ claim }) => claim),
            async () => (await runTogether(tx, calls as readonly Request[])).map(toAnswer),
          ),
      }),
    },
  };
}
