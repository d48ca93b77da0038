import { type Json, namesOnlyIn, objectOf, pairsOf } from './document.ts';
import { compareContent, compareSchemas } from './schema.ts';

/**
 * Every documented status must stay, because another status would otherwise take over its meaning. A new status below
 * 400 is an outcome that the client does not know. A new error status is allowed if its body is the same object as that of
 * the operation's other errors: the client then treats it like its class (RFC 9110, section 15).
 */
export function compareResponses(released: Json, current: Json): string[] {
  const known = Object.keys(released).find(isError);
  return [
    ...namesOnlyIn(released, current).map((status) => `the response ${status} is gone`),
    ...namesOnlyIn(current, released).flatMap((status) =>
      isError(status) && known !== undefined
        ? compareContent(`the new response ${status}`, objectOf(released[known]), objectOf(current[status]), 'error')
        : [`the response ${status} is new`],
    ),
    ...pairsOf(released, current).flatMap(([status, was, is]) => compareResponse(status, was, is)),
    ...compareCodes(released, current),
  ];
}

function compareResponse(status: string, released: Json, current: Json): string[] {
  const place = `the response ${status}`;
  return [
    ...namesOnlyIn(released['headers'], current['headers']).map((name) => `${place} lost the header ${name}`),
    ...pairsOf(released['headers'], current['headers']).flatMap(([name, was, is]) => [
      ...(was['required'] === true && is['required'] !== true
        ? [`${place} no longer promises the header ${name}`]
        : []),
      ...compareSchemas(`the header ${name} of ${place}`, objectOf(was['schema']), objectOf(is['schema']), 'response'),
    ]),
    ...compareContent(place, released, current, isError(status) ? 'error' : 'response'),
  ];
}

function isError(status: string): boolean {
  return status === 'default' || Number(status) >= 400;
}

/** An error code keeps its status. The names of a response's examples are its codes. */
function compareCodes(released: Json, current: Json): string[] {
  const before = statusesOfCodes(released);
  const now = statusesOfCodes(current);
  return Object.keys(before)
    .filter((code) => now[code] !== undefined && now[code] !== before[code])
    .map((code) => `the error code ${code} moved from ${before[code]} to ${now[code]}`);
}

function statusesOfCodes(responses: Json): Record<string, string> {
  const errors = Object.entries(responses).filter(([status]) => isError(status));
  const pairs = errors.flatMap(([status, response]) =>
    Object.values(objectOf(objectOf(response)['content'])).flatMap((media) =>
      Object.keys(objectOf(objectOf(media)['examples'])).map((code) => [code, status]),
    ),
  );
  return Object.fromEntries(pairs);
}
