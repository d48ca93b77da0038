import { isInteger, parse, stringify } from 'lossless-json';

/** Reads JSON text. Every number written as an integer becomes a `bigint`, exact in all its digits. @throws SyntaxError */
export function parseJson(text: string): unknown {
  return parse(text, null, (number) => (isInteger(number) ? BigInt(number) : Number(number)));
}

/** Writes a value as JSON text; a `bigint` becomes plain digits, a member that is `undefined` is left out. */
export function stringifyJson(value: object): string {
  return stringify(value) ?? '';
}
