import { isCategories, isCategory } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import { type Listing, type ListOptions, listByCursor } from '../transport/paging.ts';
import { type CallOptions, type ChangeOptions, Resource } from '../transport/transport.ts';

/** A name for a category number. */
export type Category = components['schemas']['Category'];

/** Which categories are listed, and how. */
export interface ListCategoriesOptions extends ListOptions {
  /**
   * Only these categories, at most 100; those that have no name are left out.
   * @example { ids: [3n, 5n] }
   */
  ids?: readonly bigint[] | undefined;
}

/** Names for the numbers of categories. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Categories extends Resource {
  /**
   * Lists the categories that have a name, by ascending id. The pages are requested one by one, as they are read.
   * @example for await (const { id, name } of client.categories.list()) console.log(id, name);
   */
  list({ ids, ...options }: ListCategoriesOptions = {}): Listing<Category> {
    const call = { path: '/categories', filters: { id: ids }, accepts: isCategories };
    return listByCursor(this.transport, call, options);
  }

  /**
   * Reads one category.
   * @throws PetstoreError `category_not_found` when the number has no name
   * @example const { name } = await client.categories.get(3n);
   */
  async get(id: bigint, options: CallOptions = {}): Promise<Category> {
    return await this.transport.call('GET', pathTo`/categories/${id}`, isCategory, options);
  }

  /**
   * Gives a name to a number, or another name. Repeated, the call has the same effect.
   * @example await client.categories.put(3n, { name: 'Dogs' });
   */
  async put(id: bigint, { name }: Pick<Category, 'name'>, options: ChangeOptions = {}): Promise<Category> {
    return await this.transport.call('PUT', pathTo`/categories/${id}`, isCategory, options, { body: { name } });
  }
}
