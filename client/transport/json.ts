import { isInteger, parse, stringify } from 'lossless-json';

/** Reads JSON text (RFC 8259). Every number written as an integer becomes a `bigint`, exact in all its digits. @throws SyntaxError */
export function parseJson(text: string): unknown {
  return parseJsonWith(BigInt, text);
}

/** The same with integers that `toInteger` makes of their digits. */
export function parseJsonWith(toInteger: (digits: string) => unknown, text: string): unknown {
  return parse(text, null, (number) => (isInteger(number) ? toInteger(number) : Number(number)));
}

/** Writes a value as JSON text; a `bigint` becomes plain digits, a member that is `undefined` is left out. */
export function stringifyJson(value: unknown): string {
  const text = stringify(value);
  if (text === undefined) throw new TypeError('This value has no form in JSON.');
  return text;
}
