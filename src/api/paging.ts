import { Type } from 'typebox';
import { defaultPageSize, maxPageSize, maxTargetLength } from '../../client/limits.ts';
import type { QueryParameter } from './operation.ts';

const limit = {
  schema: Type.Integer({ minimum: 1, maximum: maxPageSize, default: defaultPageSize }),
  description: `The maximum number of entries per page. It may differ from page to page. Defaults to ${defaultPageSize}.`,
};

export const pagingParameters = {
  limit,
  cursor: {
    schema: Type.String({ maxLength: maxTargetLength }),
    description: 'The start of the page, taken from the `Link` header of the previous page.',
  },
} satisfies Record<string, QueryParameter>;

export const streamParameters = {
  limit,
  after: {
    schema: Type.Unsafe<bigint>({ type: 'integer', format: 'int64', minimum: 0 }),
    description:
      'Begins after the entry with this id. Without it, a page begins with the oldest entry, and a stream begins now.',
  },
} satisfies Record<string, QueryParameter>;
