import { changed, expandReferences, type Json, namesOnlyIn, objectOf, objectsOf, pairsOf } from './document.ts';
import { compareResponses } from './responses.ts';
import { compareContent, compareSchemas } from './schema.ts';

/**
 * The breaking changes of the current OpenAPI document compared with the released one, each as a sentence such as
 * `getPet: the response 200 lost the field status`. The criterion: a strict client, written from the released document
 * alone, works unchanged.
 *
 * Only operations that were released as stable are compared, and each of them must stay, even after its removal, to
 * return 410. It keeps its name, stability, scope and credentials, its parameters (none becomes required), its request
 * body, its statuses, and their headers and media types. `compareSchemas` defines how a schema may change.
 */
export function findBreakingChanges(released: unknown, current: unknown): string[] {
  const [before, now] = [expandReferences(released), expandReferences(current)];
  const found = comparePrefixes(before, now);
  for (const [path, methods] of Object.entries(objectOf(before['paths']))) {
    const successors = objectOf(objectOf(now['paths'])[path]);
    for (const [method, member] of Object.entries(objectOf(methods))) {
      const operation = objectOf(member);
      if (operation['x-stability'] !== 'stable') continue;
      const sentences = Object.hasOwn(successors, method)
        ? compareOperations(before, now, operation, objectOf(successors[method]))
        : [`${method.toUpperCase()} ${path} is gone`];
      found.push(...sentences.map((sentence) => `${operation['operationId']}: ${sentence}`));
    }
  }
  return found;
}

function compareOperations(before: Json, now: Json, released: Json, current: Json): string[] {
  return [
    ...compareTerms(released, current),
    ...compareCredentials(credentialsOf(before, released), credentialsOf(now, current)),
    ...compareParameters(released, current),
    ...compareBodies(objectOf(released['requestBody']), objectOf(current['requestBody'])),
    ...compareResponses(objectOf(released['responses']), objectOf(current['responses'])),
  ];
}

/** The path of a server's address, with the defaults of its variables. */
function pathOf({ url, variables }: Json): string {
  const address = String(url).replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(objectOf(objectOf(variables)[name])['default']),
  );
  return new URL(address).pathname;
}

/** Servers may have any address, but clients append paths to `/v1`. */
function comparePrefixes(released: Json, current: Json): string[] {
  const prefixes = (document: Json) => objectsOf(document['servers']).map(pathOf);
  const lost = new Set(prefixes(released)).difference(new Set(prefixes(current)));
  return [...lost].map((prefix) => `no server has the path ${prefix}`);
}

/** An announced removal never moves earlier, and every announcement has a date. */
function compareTerms(released: Json, current: Json): string[] {
  const kept = ['operationId', 'x-stability', 'x-scope'].filter((name) => released[name] !== current[name]);
  const [before, now] = [dayOf(released), dayOf(current)];
  return [
    ...kept.map((name) => changed('the operation', name, released, current)),
    ...(current['deprecated'] === true && now === undefined ? ['the operation is deprecated without an x-sunset'] : []),
    ...(before !== undefined && now !== undefined && now < before
      ? [changed('the operation', 'x-sunset', released, current)]
      : []),
  ];
}

/** The announced date of removal (ISO 8601). */
function dayOf({ 'x-sunset': day }: Json): string | undefined {
  return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined;
}

/** The credentials that a client must send: names and definitions of security schemes. */
function credentialsOf(document: Json, operation: Json): Json[] {
  const schemes = objectOf(objectOf(document['components'])['securitySchemes']);
  return objectsOf(operation['security'] ?? document['security']).map((requirement) =>
    Object.fromEntries(
      Object.entries(requirement).map(([name, scopes]) => {
        const { description: _, ...scheme } = objectOf(schemes[name]);
        return [name, { scopes, scheme }];
      }),
    ),
  );
}

function compareCredentials(released: Json[], current: Json[]): string[] {
  return Bun.deepEquals(released, current) ? [] : ['the operation needs other credentials'];
}

function compareParameters(released: Json, current: Json): string[] {
  const byName = ({ parameters }: Json) =>
    Object.fromEntries(objectsOf(parameters).map((one) => [`the ${one['in']} parameter ${one['name']}`, one]));
  const [before, now] = [byName(released), byName(current)];
  return [
    ...namesOnlyIn(before, now).map((place) => `${place} is gone`),
    ...namesOnlyIn(now, before)
      .filter((place) => now[place]?.['required'] === true)
      .map((place) => `${place} is new and required`),
    ...pairsOf(before, now).flatMap(([place, was, is]) => [
      ...(is['required'] === true && was['required'] !== true ? [`${place} is now required`] : []),
      ...['style', 'explode', 'content']
        .filter((name) => !Bun.deepEquals(was[name], is[name]))
        .map((name) => changed(place, name, was, is)),
      ...compareSchemas(place, objectOf(was['schema']), objectOf(is['schema']), 'request'),
    ]),
  ];
}

function compareBodies(released: Json, current: Json): string[] {
  const isNowRequired = current['required'] === true && released['required'] !== true;
  return [
    ...(isNowRequired ? ['the body is now required'] : []),
    ...compareContent('the body', released, current, 'request'),
  ];
}
