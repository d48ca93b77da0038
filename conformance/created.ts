import type { Answer } from './answer.ts';
import type { Sender } from './sender.ts';

export const createdKinds = ['animals', 'categories', 'orders', 'photos', 'webhooks', 'keys'] as const;
export type Created = (typeof createdKinds)[number];

/** How one is removed, if the server has that. */
const paths: Partial<Record<Created, (id: bigint) => string>> = {
  animals: (id) => `/pets/${id}`,
  webhooks: (id) => `/webhooks/${id}`,
  keys: (id) => `/keys/${id}`,
};

/** What is left of a kind, and why. */
export interface LeftBehind {
  readonly kind: Created;
  readonly ids: readonly bigint[];
  readonly reason: string;
}

export interface Cleanup {
  readonly removed: Readonly<Partial<Record<Created, number>>>;
  readonly leftBehind: readonly LeftBehind[];
}

/** Remembers what the cases have created, and removes it. */
export class CreatedResources {
  readonly #ids = new Map<Created, Set<bigint>>();
  /** Orders that still hold their animal. */
  readonly #openOrders = new Set<bigint>();
  readonly #total = new Map<Created, number>();
  /** How many of each kind the server has created without telling an id that can be read. */
  readonly #unknown = new Map<Created, number>();

  /** @param value the `id` of the response, which may be of a wrong type */
  add(kind: Created, value: unknown): void {
    const id = readId(value);
    if (id === undefined) {
      this.#unknown.set(kind, (this.#unknown.get(kind) ?? 0) + 1);
      return;
    }
    const ids = this.#ids.get(kind) ?? new Set();
    if (!ids.has(id)) this.#total.set(kind, (this.#total.get(kind) ?? 0) + 1);
    this.#ids.set(kind, ids.add(id));
    if (kind === 'orders') this.#openOrders.add(id);
  }

  /** A case has completed or cancelled it, so that it no longer holds its animal. */
  closeOrder(id: bigint): void {
    this.#openOrders.delete(id);
  }

  /** How many were created so far. */
  totals(): Record<Created, number> {
    const total = (kind: Created) => this.#total.get(kind) ?? 0;
    return {
      ...{ animals: total('animals'), categories: total('categories'), orders: total('orders') },
      ...{ photos: total('photos'), webhooks: total('webhooks'), keys: total('keys') },
    };
  }

  /** How many requests the removal takes at most. */
  get removals(): number {
    return [...this.#ids.values()].reduce((sum, ids) => sum + 3 * ids.size, 0) + this.#openOrders.size;
  }

  /**
   * Removes what the server can remove and what bears the prefix of the run: a server that returns wrong ids would lose
   * what others have added.
   */
  async remove(sender: Sender, prefix: string): Promise<Cleanup> {
    for (const id of this.#openOrders) await attempt(sender, 'POST', `/store/orders/${id}/cancel`);
    const removed: Partial<Record<Created, number>> = {};
    const leftBehind: LeftBehind[] = [];
    for (const kind of createdKinds) {
      const ids = [...(this.#ids.get(kind) ?? [])];
      const unknown = this.#unknown.get(kind) ?? 0;
      if (unknown > 0) leftBehind.push({ kind, ids: [], reason: `${unknown} without an id that can be read` });
      // A photo goes with its animal.
      if (ids.length === 0 || kind === 'photos') continue;
      const path = paths[kind];
      const kept = path === undefined ? ids : await removeAll(ids, (id) => hasRemoved(sender, path(id), prefix));
      if (kept.length > 0) leftBehind.push({ kind, ids: kept, reason: 'the server did not remove them' });
      else if (kind === 'keys') leftBehind.push({ kind, ids, reason: 'revoked, but still listed' });
      if (kept.length < ids.length && kind !== 'keys') removed[kind] = ids.length - kept.length;
    }
    return { removed, leftBehind };
  }
}

function readId(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return typeof value === 'string' && /^-?\d{1,19}$/.test(value) ? BigInt(value) : undefined;
}

/** How many are removed at the same time. */
const batchSize = 8;

/** Those that are still there. A server that cannot remove the first cannot remove the others. */
async function removeAll(ids: readonly bigint[], remove: (id: bigint) => Promise<boolean>): Promise<bigint[]> {
  const [first, ...others] = ids;
  if (first === undefined) return [];
  if (!(await remove(first))) return [...ids];
  const kept: bigint[] = [];
  for (let start = 0; start < others.length; start += batchSize) {
    const batch = others.slice(start, start + batchSize);
    const removed = await Promise.all(batch.map(remove));
    kept.push(...batch.filter((_, index) => removed[index] === false));
  }
  return kept;
}

async function hasRemoved(sender: Sender, path: string, prefix: string): Promise<boolean> {
  const found = await attempt(sender, 'GET', path);
  if (found?.status === 404) return true;
  // From December 2030 on, only the list has a single animal.
  const shown = found?.status === 410 ? await attempt(sender, 'GET', path.replace(/\/(\d+)$/, '?id=$1')) : found;
  if (shown === undefined || !Buffer.from(shown.body).toString().includes(prefix)) return false;
  const { status } = (await attempt(sender, 'DELETE', path)) ?? { status: 0 };
  return status >= 200 && status < 300;
}

async function attempt(sender: Sender, method: string, path: string): Promise<Answer | undefined> {
  try {
    return await sender.send({ method, path });
  } catch {
    return undefined;
  }
}
