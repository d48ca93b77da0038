import { Type } from 'typebox';
import type { QueryParameter } from './operation.ts';

export const defaultLimit = 20;

const limit = {
  schema: Type.Integer({ minimum: 1, maximum: 100, default: defaultLimit }),
  description:
    'How many entries a page has at most. It may change from page to page. Without it a page has 20, or all entries that are named one by one.',
};

/** The query parameters of every list. */
export const pagingParameters = {
  limit,
  cursor: {
    schema: Type.String(),
    description: 'Where the page begins: taken from the `Link` header of the page before, never made up.',
  },
} satisfies Record<string, QueryParameter>;

/** The query parameters of every feed. */
export const streamParameters = {
  limit,
  after: {
    schema: Type.Unsafe<bigint>({ type: 'integer', format: 'int64', minimum: 0 }),
    description:
      'The id of the entry behind which it begins; without it, a page begins with the oldest one, a stream now.',
  },
} satisfies Record<string, QueryParameter>;
