/** Marks a member that may be missing. A symbol, so that it never reaches the document. */
const optional = Symbol('optional');
/** Holds the type of the values of a schema. No schema has it when the program runs. */
declare const value: unique symbol;

/** A JSON Schema, and the type of its values. */
export interface TSchema {
  readonly $id?: string;
  readonly examples?: readonly unknown[];
  readonly [value]?: unknown;
}

/** The type of the values of a schema. */
export type Static<Schema extends TSchema> = Schema extends { readonly [value]?: infer Value } ? Value : never;

interface Typed<Value> extends TSchema {
  readonly [value]?: Value;
}

interface Optional {
  readonly [optional]: true;
}

type Members = Readonly<Record<string, TSchema>>;
type ObjectOf<M extends Members> = Flat<
  { [Name in keyof M as M[Name] extends Optional ? never : Name]: Static<M[Name]> } & {
    [Name in keyof M as M[Name] extends Optional ? Name : never]?: Static<M[Name]>;
  }
>;
type Flat<Type> = { [Name in keyof Type]: Type[Name] };

interface ObjectSchema<M extends Members> extends Typed<ObjectOf<M>> {
  readonly type: 'object';
  readonly required?: readonly string[];
  readonly properties: M;
}

interface ArraySchema<Item extends TSchema> extends Typed<Static<Item>[]> {
  readonly type: 'array';
  readonly items: Item;
}

/** What a schema requires beside its type, and what it tells. */
type Options = Readonly<Record<string | symbol, unknown>>;

/**
 * Builds JSON Schemas from which TypeScript infers the type of their values. The builders of a library would be loaded with
 * seven hundred other modules by each test file and each writer thread that runs from the sources, for a tenth of a second.
 */
export const Type = {
  Array: <Item extends TSchema>(items: Item, options: Options = {}): ArraySchema<Item> => ({
    type: 'array',
    items,
    ...options,
  }),

  Boolean: (options: Options = {}): Typed<boolean> => make({ type: 'boolean', ...options }),

  Integer: (options: Options = {}): Typed<number> => make({ type: 'integer', ...options }),

  Object<M extends Members>(properties: M, options: Options = {}): ObjectSchema<M> {
    const required = Object.keys(properties).filter((name) => !(optional in (properties[name] ?? {})));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },

  /** A member that may be missing. */
  Optional: <Schema extends TSchema>(schema: Schema): Schema & Optional => ({ ...schema, [optional]: true }),

  String: (options: Options = {}): Typed<string> => make({ type: 'string', ...options }),

  /** Any schema, with the type that its values have in the program. */
  Unsafe: <Value>(schema: Options): Typed<Value> => make(schema),
};

function make<Value>(schema: Options): Typed<Value> {
  return schema;
}
