import type { PagedList } from './transport/paging.ts';

/** What has no 64-bit integers in it. */
type Untouched = string | number | boolean | null | undefined | Headers | AbortSignal | Blob | Uint8Array;

/**
 * The same type with 64-bit integers as strings of digits: `StringIds<Pet>` is an animal as a client with `ids: 'string'`
 * has it. Smaller integers, such as the width of a photo, are numbers. All of it is JSON.
 */
export type StringIds<Value> = unknown extends Value
  ? Value
  : Value extends bigint
    ? 'int32' extends keyof Value
      ? number
      : string
    : Value extends Untouched
      ? Value
      : Value extends (...parameters: infer Parameters extends unknown[]) => infer Result
        ? (...parameters: StringIds<Parameters>) => StringIds<Result>
        : Value extends Promise<infer Result>
          ? Promise<StringIds<Result>>
          : Value extends PagedList<infer Item, infer Position>
            ? PagedList<StringIds<Item>, StringIds<Position>>
            : Value extends AsyncIterable<infer Item>
              ? AsyncIterable<StringIds<Item>>
              : { [Name in keyof Value]: StringIds<Value[Name]> };
