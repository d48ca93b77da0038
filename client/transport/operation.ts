import { canonicalInt64 } from '../../contract/int64.ts';
import type { components } from '../schema.gen.ts';
import { countEntries, type ListOptions, listByCursor, type PagedList } from './paging.ts';
import type { Guard } from './shape.ts';
import type { Call, ChangeOptions, Query, Transport, WriteOptions } from './transport.ts';

/** An operation that is called once. */
export interface CallOperation<Data = unknown> {
  readonly kind: 'call';
  readonly method: Call<Data>['method'];
  /** With the names of ids in braces. */
  readonly path: string;
  readonly accepts: Guard<Data>;
  /** The query parameters, by the options that give them. */
  readonly query: Readonly<Record<string, string>>;
  /** The schema of the JSON that is sent, if any is. */
  readonly body?: keyof Schemas;
}

/** An operation that lists entries in pages, or tells how many there are. */
export interface ListOperation<Item = unknown> extends Pick<CallOperation<Item[]>, 'path' | 'accepts' | 'query'> {
  readonly kind: 'list' | 'count';
}

type Operation = CallOperation | ListOperation;
type Table = Readonly<Record<string, Operation>>;

type Schemas = components['schemas'];

/**
 * What a program passes of the members of a schema, each of which it may leave out: those of `listPetsQuery` are the query of
 * `listPets`.
 */
export type OptionalMembers<Name extends keyof Schemas> = {
  [Member in keyof Schemas[Name]]?: Passed<Schemas[Name][Member]> | undefined;
};
type Passed<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

type IdsIn<Path> = Path extends `${string}{${string}}${infer Rest}` ? [id: bigint, ...IdsIn<Rest>] : [];
type BodyOf<Row> = Row extends { body: infer Name extends keyof Schemas } ? ParameterOf<Sent<Schemas[Name]>> : [];
type ParameterOf<Body> = object extends Body ? [body?: Body] : [body: Body];
/** Its integers may also be numbers. */
type Sent<Body> = {
  [Member in keyof Body]:
    | Passed<Body[Member]>
    | (bigint extends Body[Member] ? number : never)
    | (object extends Pick<Body, Member> ? undefined : never);
};
type ResultOf<Row> = Row extends { kind: 'count' }
  ? Promise<number>
  : Row extends { kind: 'list'; accepts: Guard<(infer Item)[]> }
    ? PagedList<Item>
    : Row extends { accepts: Guard<infer Data> }
      ? Promise<Data>
      : never;

const commonOptions: ReadonlySet<string> = new Set<keyof (ListOptions & WriteOptions & ChangeOptions)>([
  'limit',
  'cursor',
  'signal',
  'onAnswer',
  'timeoutMs',
  'retries',
  'headers',
  'idempotencyKey',
  'ifMatch',
]);

/** The methods that follow from a table of operations: they take the ids in the path, the body if there is one, and options. */
type MethodsOf<Rows extends Table> = {
  [Name in keyof Rows]: (
    ...parameters: [...IdsIn<Rows[Name]['path']>, ...BodyOf<Rows[Name]>, options?: object]
  ) => ResultOf<Rows[Name]>;
};

/** The resources whose shape follows from their operations. */
export function resourcesOf<const Tables extends Readonly<Record<string, Table>>>(
  transport: Transport,
  tables: Tables,
): { [Name in keyof Tables]: MethodsOf<Tables[Name]> };
export function resourcesOf(transport: Transport, tables: Readonly<Record<string, Table>>): object {
  const methodsOf = (table: Table) =>
    Object.entries(table).map(([name, operation]) => [name, methodOf(transport, operation)]);
  return Object.fromEntries(
    Object.entries(tables).map(([resource, table]) => [resource, Object.fromEntries(methodsOf(table))]),
  );
}

function methodOf(transport: Transport, operation: Operation) {
  const idCount = operation.path.split('{').length - 1;
  return (...parameters: readonly unknown[]) => {
    const ids = parameters.slice(0, idCount);
    const hasBody = operation.kind === 'call' && operation.body !== undefined;
    const options = optionsIn(parameters[idCount + Number(hasBody)]);
    if (operation.kind === 'call') {
      return callOperation(transport, operation, ids, options, hasBody ? { body: parameters[idCount] ?? {} } : {});
    }
    const { kind, accepts } = operation;
    const call = { path: pathTo(operation.path, ids), filters: queryOf(operation, options), accepts };
    return kind === 'list' ? listByCursor(transport, call, options) : countEntries(transport, call, options);
  };
}

/** Makes one call, of which only the data of its response matter. @throws PetstoreError, NoAnswerError */
export async function callOperation<Data>(
  transport: Transport,
  operation: CallOperation<Data>,
  ids: readonly unknown[],
  options: object,
  sent: Pick<Call<Data>, 'body' | 'upload'> = {},
): Promise<Data> {
  const { method, accepts } = operation;
  const [path, query] = [pathTo(operation.path, ids), queryOf(operation, options)];
  return (await transport.send({ method, path, query, accepts, options, ...sent })).data;
}

/** @throws TypeError for an option that a call without those of `query` does not have */
export function requireKnown(options: object, query: object = {}): void {
  const unknown = Object.entries(options).find(
    ([option, value]) => value !== undefined && !Object.hasOwn(query, option) && !commonOptions.has(option),
  );
  if (unknown === undefined) return;
  const known = [...Object.keys(query), ...commonOptions].join(', ');
  throw new TypeError(`There is no option "${unknown[0]}", which would have been ignored. Options: ${known}.`);
}

/** The query parameters that options give. @throws TypeError for an option that the operation does not have */
export function queryOf({ query }: Pick<Operation, 'query'>, options: object): Query {
  requireKnown(options, query);
  const given = new Map<string, Query[string]>(Object.entries(options));
  return Object.fromEntries(Object.entries(query).map(([option, parameter]) => [parameter, given.get(option)]));
}

function optionsIn(parameter: unknown): object {
  return typeof parameter === 'object' && parameter !== null ? parameter : {};
}

/**
 * The path of a resource, with its ids in place of their names. They may come from a program without types, and anything
 * else could be the path of another resource. @throws TypeError
 */
function pathTo(path: string, ids: readonly unknown[]): string {
  const rest = ids.values();
  return path.replaceAll(/\{\w+\}/g, () => requireId(rest.next().value));
}

function requireId(id: unknown): string {
  const text = String(id);
  if (canonicalInt64.test(text)) return text;
  throw new TypeError(`${JSON.stringify(text)} is no id. An id is an integer, such as 17.`);
}
