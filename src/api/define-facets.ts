import type { Reader } from '../store/statement.ts';
import type { ListFacets, ReadContext } from './operation.ts';
import type { TSchema } from './schemas.ts';
import { serializer } from './serialize.ts';

/** The media type of a page with facets: an object, so that no client takes it for the array that other pages are. */
export const facetsType = 'application/vnd.petstore.facets+json';

/** How a list counts the values of its filters. */
export interface FacetSpec<Request> {
  /** A page with its counts, `{items, facets}`. */
  page: TSchema;
  counts: TSchema;
  count: (db: Reader, request: Request, context: ReadContext) => Promise<{ facets: object; total: bigint | undefined }>;
}

export function defineFacets<Request>({ page, counts, count }: FacetSpec<Request>): ListFacets {
  const write = serializer<object>(counts);
  return {
    page,
    count: async (db, values, context) => {
      const { facets, total } = await count(db, values as Request, context);
      return { body: write(facets), total };
    },
  };
}
