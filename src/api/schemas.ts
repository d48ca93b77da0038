import { type Static, type TOptional, type TProperties, type TSchema, Type } from 'typebox';
import { maxPageSize } from '../../contract/limits.ts';
import { controls, invisible, invisibleBeyond, nameRule, withVisible } from '../../contract/name-rule.ts';
import { type FaultReason, faultReasons } from '../errors/faults.ts';
import { errors } from '../errors/service-error.ts';
import { dayMs } from '../lib/timestamp.ts';
import { withPlainLines } from '../lib/visible-text.ts';

/** Schemas are plain JSON Schema. One with an `$id` becomes a component of the document under that name. */
export type { Static, TSchema };

/** The reason for which a text is refused that does not match `pattern`. A symbol, so that it never reaches the document. */
export const patternMeaning = Symbol('patternMeaning');

/** The pattern that the document shows instead, where clients could not read the real one. */
export const publishedPattern = Symbol('publishedPattern');

/** Turns a text into what is meant by it before it is checked and stored. */
export const cleaning = Symbol('cleaning');

/** The characters that `pattern` forbids anywhere, for a class of a regular expression: an error names the first. */
export const forbidden = Symbol('forbidden');

/**
 * In an array of objects, the member that tells one from the others: an object with other faults becomes that member and its `faults`,
 * and does not make the whole body invalid.
 */
export const namedBy = Symbol('namedBy');

/** Marks a list of values that later releases may extend. A symbol, so that it never reaches the document. */
export const openList = Symbol('openList');

/** The subset of JSON Schema that the operations use. */
export interface JsonSchema {
  $id?: string;
  /** A pair of a type and `null` in merge patches (RFC 7396), where `null` removes a member. */
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | null)[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, JsonSchema>;
  /** Of an object without `properties`: the schema of all its members, whose names are free. */
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  maxProperties?: number;
  required?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  description?: string;
  examples?: readonly unknown[];
  [patternMeaning]?: FaultReason;
  [cleaning]?: (text: string) => string;
  [forbidden]?: string;
  [namedBy]?: string;
}

/** A 64-bit integer: `bigint` in the program, because `number` would lose digits, and plain digits in JSON. */
export function int64(description: string, example?: string) {
  const examples = example !== undefined && { examples: [Number(example)] };
  return Type.Unsafe<bigint>({ type: 'integer', format: 'int64', description, ...examples });
}

/** The number of a resource, which the service chooses. */
export function identifierOf(resource: string, example = '1') {
  return int64(`Identifier of the ${resource}, assigned by the service and never reused.`, example);
}

/** A timestamp (RFC 3339): epoch milliseconds as `bigint` in the program. */
export const dateTime = textual('date-time');

/** A date (RFC 3339, full-date): days since 1970-01-01 as `bigint` in the program. */
export const date = textual('date');

function textual(format: string) {
  return (description: string, example?: string) =>
    Type.Unsafe<bigint>({ type: 'string', format, description, ...(example !== undefined && { examples: [example] }) });
}

interface EnumOptions<Value> extends Pick<JsonSchema, '$id' | 'description'> {
  /** Whether later releases may add values. */
  isOpen?: true;
  default?: Value;
  examples?: Value[];
}

export function oneOf<const Value extends string>(
  values: readonly Value[],
  { isOpen, ...rest }: EnumOptions<Value> = {},
) {
  return Type.Unsafe<Value>({
    type: 'string',
    enum: [...values],
    ...(isOpen && { [openList]: true }),
    ...rest,
  });
}

/** An object without other members than these. */
export function closedObject<Properties extends TProperties>(
  properties: Properties,
  options: { $id?: string; description: string; minProperties?: number; examples?: readonly object[] },
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** Members that may be missing. */
export function optional<Properties extends TProperties>(properties: Properties) {
  const members = Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]);
  return Object.fromEntries(members) as { [Name in keyof Properties]: TOptional<Properties[Name]> };
}

/** Ids that a filter names. */
export function idsOf<Id extends TSchema>(id: Id) {
  return Type.Array(id, { maxItems: maxPageSize });
}

export function pageOf<Item extends TSchema>(item: Item, $id: string, description: string) {
  return Type.Array(item, { $id, maxItems: maxPageSize, description });
}

export function rotationOf($id: string, options: { description: string; default: number; grace: string }) {
  const graceSeconds = Type.Integer({
    format: 'int32',
    minimum: 0,
    maximum: (30 * dayMs) / 1_000,
    default: options.default,
    description: options.grace,
    examples: [3_600],
  });
  return closedObject({ graceSeconds: Type.Optional(graceSeconds) }, { $id, description: options.description });
}

/** The body of an operation without fields. */
export const noFields = Type.Object({}, { additionalProperties: false });

const controlsButLines = '\\u0000-\\u0009\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

/**
 * What release 1.0.0 promised for names: no control characters, and one character that is not white space. Such names may
 * be stored, also without a visible character, which is refused since.
 */
export const releasedNamePattern = withVisible('\\s');

/** A name, stored byte for byte. `maxLength` counts code points. */
export function nameOf(
  what: string,
  example: string,
  { maxLength = nameRule.maxLength, published = withVisible(invisible) } = {},
) {
  return Type.String({
    description:
      `Name of the ${what}: 1 to ${maxLength} characters, at least one of them visible, no control characters. Stored ` +
      'unchanged.',
    ...nameRule,
    maxLength,
    [publishedPattern]: published,
    [patternMeaning]: 'visible',
    [forbidden]: controls,
    examples: [example],
  });
}

/** A text, stored unchanged but for line breaks of word processors. `maxLength` counts code points. */
export function textOf(options: { description?: string; maxLength: number; hasLines?: true; example?: string }) {
  const { description, maxLength, hasLines, example } = options;
  const visible = hasLines ? withVisibleInLines : withVisible;
  return Type.String({
    ...(description !== undefined && { description }),
    minLength: 1,
    maxLength,
    pattern: visible(invisible + invisibleBeyond),
    [publishedPattern]: visible(invisible),
    [patternMeaning]: hasLines ? 'visible_lines' : 'visible',
    [forbidden]: hasLines ? controlsButLines : controls,
    ...(hasLines && { [cleaning]: withPlainLines }),
    ...(example !== undefined && { examples: [example] }),
  });
}

/** A member of a merge patch (RFC 7396): a value, or `null` to remove it. Its examples are those of the value. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  const { $id: _, examples: __, type, enum: values, ...rest }: JsonSchema = schema;
  return Type.Unsafe<Static<Schema> | null>({
    ...rest,
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
  });
}

/**
 * The same with line breaks. The first visible character is matched before all that follow it, so that the time to match a
 * long text grows with its length, and not with the square of it.
 */
function withVisibleInLines(ignored: string): string {
  const hidden = `${ignored}\\n\\r`;
  return `^[${hidden}]*[^${controlsButLines}${hidden}][^${controlsButLines}]*$`;
}

const errorCode = {
  type: 'string',
  enum: Object.keys(errors),
  [openList]: true,
  description: 'What went wrong, for programs. Later releases may add codes.',
  examples: ['pet_not_found'],
};

export const ErrorBody = Type.Object(
  {
    code: Type.Unsafe<keyof typeof errors>({
      ...errorCode,
      'x-enumDescriptions': Object.fromEntries(
        Object.entries(errors).map(([code, { status, meaning }]) => [code, `${status}: ${meaning}`]),
      ),
    }),
    message: Type.String({ description: 'What went wrong and what would be right, for people.' }),
    status: Type.Integer({ format: 'int32', description: 'The HTTP status of the response.' }),
  },
  { $id: 'Error', description: 'The body of every error response.' },
);

const faultReason = Type.Unsafe<FaultReason>({
  $id: 'FaultReason',
  type: 'string',
  enum: [...faultReasons],
  [openList]: true,
  description: 'The same as `detail`, for programs. Later releases may add reasons.',
  examples: ['required'],
});

/** An invalid field. The reason is for programs that say `detail` in another language. */
export function fieldFault(pointer: { description: string; examples: string[] }, bounds: { maxLength?: number } = {}) {
  const values = { maxItems: 8, description: 'What `detail` names, such as a limit.' };
  return Type.Object({
    pointer: Type.String({ ...bounds, ...pointer }),
    detail: Type.String({ description: 'What would be right.', ...bounds, examples: ['is required'] }),
    reason: Type.Optional(faultReason),
    values: Type.Optional(Type.Array(Type.String(bounds), values)),
  });
}

export const Problem = Type.Object(
  {
    type: Type.String({ format: 'uri', description: 'The address of the description of `code`.' }),
    title: Type.String({ description: 'What `code` means.' }),
    status: Type.Integer({ format: 'int32', description: 'The HTTP status of the response.' }),
    detail: Type.String({ description: 'What went wrong and what would be right, for people.' }),
    code: Type.Unsafe<keyof typeof errors>(errorCode),
    errors: Type.Optional(
      Type.Array(
        fieldFault({
          description:
            'A field as a JSON Pointer (RFC 6901), such as `#/name`, or a query parameter, such as `?limit`.',
          examples: ['#/name'],
        }),
        { description: 'The invalid fields or parameters.' },
      ),
    ),
  },
  { $id: 'Problem', description: 'An error as problem details (RFC 9457), for clients that accept them.' },
);
