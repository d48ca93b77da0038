import { type Answer, isObject, type JsonObject, kindOf } from './answer.ts';
import { Mismatch } from './mismatch.ts';

/** The checks that cases are made of. Each throws a `Mismatch` if it does not hold. */

export function expectStatus(answer: Answer, ...statuses: readonly number[]): void {
  if (statuses.includes(answer.status)) return;
  throw new Mismatch(`status ${statuses.join(' or ')}`, `status ${answer.status}${codeOf(answer)}`);
}

/** For cases about something else than the status. */
export function expectSuccess(answer: Answer): void {
  if (answer.status < 200 || answer.status > 299) {
    throw new Mismatch('a status of success', `status ${answer.status}${codeOf(answer)}`);
  }
}

export function expectError(answer: Answer, status: number, ...codes: readonly string[]): void {
  expectStatus(answer, status);
  const { code } = answer.object;
  if (typeof code === 'string' && codes.includes(code)) return;
  throw new Mismatch(`the code ${codes.join(' or ')}`, kindOf(code));
}

export function expectHeader(answer: Answer, name: string, expected: string | RegExp): void {
  const value = answer.header(name);
  const holds = typeof expected === 'string' ? value === expected : value !== undefined && expected.test(value);
  if (!holds) throw new Mismatch(`${name}: ${expected}`, value === undefined ? `no ${name}` : `${name}: ${value}`);
}

export function expectJsonType(answer: Answer, mediaType = 'application/json'): void {
  const value = answer.header('Content-Type') ?? '';
  if (value.split(';')[0]?.trim().toLowerCase() === mediaType) return;
  throw new Mismatch(`Content-Type: ${mediaType}`, value === '' ? 'no Content-Type' : `Content-Type: ${value}`);
}

/** Whether two JSON values are equal. The order of members does not matter. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => isEqual(one[name], other[name]));
}

export function expectEqual(what: string, received: unknown, expected: unknown): void {
  if (!isEqual(received, expected)) throw new Mismatch(`${what} ${show(expected)}`, show(received));
}

/** The members of an object, of which others may be absent or present. */
export function expectMembers(object: JsonObject, expected: JsonObject): void {
  for (const [name, value] of Object.entries(expected)) expectEqual(name, object[name], value);
}

/** Exactly these members, of which the optional ones may be missing. */
export function expectOnlyMembers(
  object: JsonObject,
  required: readonly string[],
  optional: readonly string[] = [],
): void {
  const names = Object.keys(object);
  const missing = required.filter((name) => !names.includes(name));
  const surplus = names.filter((name) => ![...required, ...optional].includes(name));
  if (missing.length > 0) throw new Mismatch(`the members ${required.join(', ')}`, `no ${missing.join(', ')}`);
  if (surplus.length > 0) {
    throw new Mismatch(`no members but ${[...required, ...optional].join(', ')}`, `also ${surplus.join(', ')}`);
  }
}

const int64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

/** An integer of 64 bits as a JSON number without fraction and exponent. */
export function expectInt64(what: string, value: unknown): bigint {
  if (typeof value === 'bigint' && value >= int64.min && value <= int64.max) return value;
  throw new Mismatch(`${what} as a JSON number from -2^63 to 2^63 - 1 in plain digits`, kindOf(value));
}

export function expectText(what: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Mismatch(`${what} as a string that is not empty`, kindOf(value));
}

export function expectOneOf(what: string, value: unknown, allowed: readonly string[]): void {
  if (typeof value !== 'string' || !allowed.includes(value)) {
    throw new Mismatch(`${what} ${allowed.join(', ')}`, kindOf(value));
  }
}

/** For what none of the others says. */
export function expectThat(holds: boolean, expected: string, received: () => string): void {
  if (!holds) throw new Mismatch(expected, received());
}

/** A JSON value in a message. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}n` : member)) ?? 'nothing';
  const plain = text.replaceAll(/"(-?\d+)n"/g, '$1');
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}

function codeOf(answer: Answer): string {
  try {
    const { code } = answer.object;
    return typeof code === 'string' ? ` ${code}` : '';
  } catch {
    return '';
  }
}
