import type { components } from '../schema.gen.ts';
import { isArrayOf, isInteger, isShape, optional } from '../transport/shape.ts';
import type { CallOptions, Transport } from '../transport/transport.ts';

/** How many animals there are. */
export type Inventory = components['schemas']['Inventory'];
/** How many animals of one category there are. */
export type CategoryInventory = NonNullable<Inventory['categories']>[number];

const counts = { available: isInteger, pending: isInteger, sold: isInteger };
const isCategoryInventory = isShape<CategoryInventory>({ categoryId: isInteger, ...counts });
const isInventory = isShape<Inventory>({ ...counts, categories: optional(isArrayOf(isCategoryInventory)) });

/** How the animals are counted. */
export interface InventoryOptions extends CallOptions {
  /**
   * Adds the counts of each category that has animals.
   * @example { by: 'category' }
   */
  by?: 'category' | undefined;
}

/** How many animals there are. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class InventoryCounts {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Counts the animals by their status, exact at the moment of the answer.
   * @example const { available, pending, sold } = await client.inventory.get();
   */
  async get({ by, ...options }: InventoryOptions = {}): Promise<Inventory> {
    const query = [['by', by]] as const;
    const call = { method: 'GET', path: '/store/inventory', query, accepts: isInventory, options } as const;
    return (await this.#transport.send(call)).data;
  }
}
