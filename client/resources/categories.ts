import type { ListOptions, PagedList } from '../transport/paging.ts';
import type { CallOptions, ChangeOptions } from '../transport/transport.ts';
import type { Category } from '../types.gen.ts';

/** Which categories are listed, and how. */
export interface ListCategoriesOptions extends ListOptions {
  /**
   * Only these categories, at most 100; those that have no name are left out.
   * @example { ids: [3n, 5n] }
   */
  ids?: readonly bigint[] | undefined;
}

/** Names for the numbers of categories. */
export interface Categories {
  /**
   * Lists the categories that have a name, by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { id, name } of client.categories.list()) console.log(id, name);
   */
  list(options?: ListCategoriesOptions): PagedList<Category>;
  /**
   * Reads one category.
   * @throws PetstoreError `category_not_found` when the number has no name
   * @example const { name } = await client.categories.get(3n);
   */
  get(id: bigint, options?: CallOptions): Promise<Category>;
  /**
   * Gives a name to a number, or another name. Repeated, the call has the same effect.
   * @example await client.categories.put(3n, { name: 'Dogs' });
   */
  put(id: bigint, draft: Pick<Category, 'name'>, options?: ChangeOptions): Promise<Category>;
}
