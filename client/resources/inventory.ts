import { isInventory } from '../guards.gen.ts';
import type { components } from '../schema.gen.ts';
import { Listing, readNext } from '../transport/paging.ts';
import { type CallOptions, Resource } from '../transport/transport.ts';

/** How many animals there are. */
export type Inventory = components['schemas']['Inventory'];
/** How many animals of one category there are. */
export type CategoryInventory = NonNullable<Inventory['categories']>[number];

/** How the animals are counted. */
export interface InventoryOptions extends CallOptions {
  /**
   * Adds the counts of each category that has animals.
   * @example { groupBy: 'category' }
   */
  groupBy?: 'category' | undefined;
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

/** How many animals there are. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class InventoryCounts extends Resource {
  /**
   * Counts the animals by their status, exact at the moment of the answer.
   * @example const { available, pending, sold } = await client.inventory.get();
   */
  async get({ groupBy, limit, ...options }: InventoryOptions = {}): Promise<Inventory> {
    return await this.transport.call('GET', '/store/inventory', isInventory, options, { query: { groupBy, limit } });
  }

  /**
   * The counts of each category that has animals, by ascending number.
   * @example for await (const { categoryId, available } of client.inventory.categories()) console.log(categoryId, available);
   */
  categories({ limit, cursor: start, ...options }: CategoryInventoryOptions = {}): Listing<CategoryInventory> {
    return new Listing(async (cursor) => {
      const query = { groupBy: 'category', limit, cursor };
      const call = { method: 'GET', path: '/store/inventory', query, accepts: isInventory, options } as const;
      const answer = await this.transport.send(call);
      return { items: answer.data.categories ?? [], next: readNext(answer, (link) => link.get('cursor') ?? undefined) };
    }, start);
  }
}
