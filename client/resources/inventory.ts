import type { OptionalMembers } from '../transport/operation.ts';
import type { PagedList } from '../transport/paging.ts';
import type { CallOptions } from '../transport/transport.ts';
import type { Inventory } from '../types.gen.ts';

/** How many animals of one category there are. */
export type CategoryInventory = NonNullable<Inventory['categories']>[number];

/** How the animals are counted. */
export interface InventoryOptions extends CallOptions, OptionalMembers<'getInventoryQuery'> {
  /**
   * With `groupBy`: the number of categories, 1 to 1,000 (the default). `categories` of this client reads them all.
   * @example { groupBy: 'category', limit: 100 }
   */
  limit?: number | undefined;
}

/** How the counts by category are read. */
export interface CategoryInventoryOptions extends CallOptions {
  /**
   * Categories per request, 1 to 1,000; 1,000 by default.
   * @example { limit: 100 }
   */
  limit?: number | undefined;
  /**
   * Begins at this page: the `next` of an earlier one.
   * @example { cursor: page.next }
   */
  cursor?: string | undefined;
}

/** How many animals there are. */
export interface InventoryCounts {
  /**
   * Counts the animals by their status, exact at the moment of the answer.
   * @example const { available, pending, sold } = await client.inventory.get();
   */
  get(options?: InventoryOptions): Promise<Inventory>;
  /**
   * The counts of each category that has animals, by ascending number.
   * @example for await (const { categoryId, available } of client.inventory.categories()) console.log(categoryId, available);
   */
  categories(options?: CategoryInventoryOptions): PagedList<CategoryInventory>;
}
