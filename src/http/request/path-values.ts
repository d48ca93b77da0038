import { ServiceError } from '../../model/errors.ts';
import type { Operation } from '../../operations/operation.ts';
import { decodeText } from './decode.ts';

/** The typed values of a path's placeholders, or `undefined` where one of them can name nothing. */
export function findPathValues(
  operation: Operation,
  texts: Record<string, string>,
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {};
  for (const name in texts) {
    const parameter = operation.pathParameters[name];
    const decoded = parameter && decodeText(parameter.schema, texts[name] ?? '', name);
    if (!decoded?.ok) return undefined;
    values[name] = decoded.value;
  }
  return values;
}

/** @throws ServiceError the parameter's own "not found": what cannot be an identifier names nothing that exists. */
export function readPathValues(operation: Operation, texts: Record<string, string>): Record<string, unknown> {
  const values = findPathValues(operation, texts);
  if (values !== undefined) return values;
  const [name, parameter] = Object.entries(operation.pathParameters)[0] ?? [];
  throw new ServiceError(
    parameter?.notFound ?? 'not_found',
    `There is nothing with this ${name}: it is no identifier.`,
  );
}
