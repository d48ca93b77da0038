import type { ErrorCode } from '../errors/service-error.ts';
import type { Static, TSchema } from './schemas.ts';

/** A parameter in paths. An invalid value cannot name a resource, so the response is 404 with `notFound`. */
export interface PathParameter {
  name: string;
  schema: TSchema;
  description: string;
  notFound: ErrorCode;
}

export function pathParameter<const Name extends string, Schema extends TSchema>(
  name: Name,
  schema: Schema,
  description: string,
  notFound: ErrorCode,
) {
  return { name, schema, description, notFound };
}

/** A path whose parameters have these values. */
export interface Path<Values> {
  /** As in the document: `/store/orders/{orderId}`. */
  readonly text: string;
  readonly parameters: readonly PathParameter[];
  /** Only carries the type. */
  readonly values?: Values;
}

/** The values of parameters in a path or a query by their names. */
export type ParameterValues = Record<string, unknown>;

type ValuesOf<Parameter extends PathParameter> = { [Each in Parameter as Each['name']]: Static<Each['schema']> };

/** The path of an operation, relative to the base address, with its parameters: ``path`/store/orders/${orderId}` ``. */
export function path<const Parameters extends readonly PathParameter[]>(
  texts: TemplateStringsArray,
  ...parameters: Parameters
): Path<ValuesOf<Parameters[number]>> {
  return { text: String.raw({ raw: texts }, ...parameters.map(({ name }) => `{${name}}`)), parameters };
}

/** What follows from the path of an operation: its parameters in order, and the errors for those that name nothing. */
export function describePath({ path, errors = [] }: { path: Path<unknown>; errors?: readonly ErrorCode[] }) {
  const { text, parameters } = path;
  return {
    path: text,
    pathParameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter])),
    errors: [...parameters.map(({ notFound }) => notFound), ...errors],
  };
}
