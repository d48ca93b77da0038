import { Type } from 'typebox';
import type { QueryParameter } from './operation.ts';
import { maxPageSize } from './schemas/base.ts';

export const defaultLimit = 20;

const limit = {
  schema: Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultLimit }),
  description: 'The maximum number of entries per page. It may differ from page to page. Defaults to 20.',
};

/** The query parameters of every list. */
export const pagingParameters = {
  limit,
  cursor: {
    schema: Type.String(),
    description: 'The start of the page, taken from the `Link` header of the previous page.',
  },
} satisfies Record<string, QueryParameter>;

/** The query parameters of every stream operation. */
export const streamParameters = {
  limit,
  after: {
    schema: Type.Unsafe<bigint>({ type: 'integer', format: 'int64', minimum: 0 }),
    description:
      'Begins after the entry with this id. Without it, a page begins with the oldest entry, and a stream begins now.',
  },
} satisfies Record<string, QueryParameter>;
