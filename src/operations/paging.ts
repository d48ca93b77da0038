import { Type } from 'typebox';
import type { QueryParameter } from './operation.ts';

export const defaultLimit = 20;

/** The query parameters of every list. */
export const pagingParameters = {
  limit: {
    schema: Type.Integer({ minimum: 1, maximum: 100, default: defaultLimit }),
    description: 'How many entries a page has at most. It may change from page to page.',
  },
  cursor: {
    schema: Type.String(),
    description: 'Where the page begins: taken from the `Link` header of the page before, never made up.',
  },
} satisfies Record<string, QueryParameter>;
