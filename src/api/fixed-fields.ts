import { fieldError } from '../errors/faults.ts';
import { validationFailed } from '../errors/service-error.ts';
import { type JsonSchema, nullable, type TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/**
 * The fields of a resource that its changes do not have; `undefined` if there are none. A change may repeat them, so that a
 * client can send back all that it has read. Of `volatile` ones, which move without a change of the resource, any value will do.
 */
export function fixedFields(resource: JsonSchema, changes: JsonSchema, volatile: readonly string[] = []) {
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
