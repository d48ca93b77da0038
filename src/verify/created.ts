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

/** Remembers what the cases have created, and removes it. */
export class CreatedResources {
  readonly #ids = new Map<Created, Set<bigint>>();
  /** Orders that still hold their animal. */
  readonly #openOrders = new Set<bigint>();
  #total = new Map<Created, number>();

  add(kind: Created, id: bigint): void {
    const ids = this.#ids.get(kind) ?? new Set();
    if (!ids.has(id)) this.#total.set(kind, this.total(kind) + 1);
    this.#ids.set(kind, ids.add(id));
    if (kind === 'orders') this.#openOrders.add(id);
  }

  /** A case has removed it, or closed the order. */
  forget(kind: Created, id: bigint): void {
    if (kind === 'orders') this.#openOrders.delete(id);
    else this.#ids.get(kind)?.delete(id);
  }

  /** How many were created so far. */
  total(kind: Created): number {
    return this.#total.get(kind) ?? 0;
  }

  /** How many requests the removal can take. */
  get removals(): number {
    return [...this.#ids.values()].reduce((sum, ids) => sum + ids.size, 0) + this.#openOrders.size;
  }

  /** Removes what the server can remove. */
  async remove(sender: Sender): Promise<LeftBehind[]> {
    for (const id of this.#openOrders) await attempt(sender, 'POST', `/store/orders/${id}/cancel`);
    const left: LeftBehind[] = [];
    for (const kind of createdKinds) {
      const path = paths[kind];
      const ids = [...(this.#ids.get(kind) ?? [])];
      const kept = path === undefined ? ids : await removeAll(sender, ids, path);
      // A revoked key stays in the list, and a photo goes with its animal.
      if (kind === 'keys' && ids.length > 0) left.push({ kind, ids, reason: 'revoked, but still listed' });
      else if (kept.length > 0 && kind !== 'photos')
        left.push({ kind, ids: kept, reason: 'the server cannot remove them' });
    }
    return left;
  }
}

/** How many are removed at the same time. */
const batchSize = 8;

/** Those that are still there. A server that cannot remove the first cannot remove the others. */
async function removeAll(sender: Sender, ids: readonly bigint[], path: (id: bigint) => string): Promise<bigint[]> {
  const [first, ...others] = ids;
  if (first === undefined) return [];
  if (!(await hasRemoved(sender, path(first)))) return [...ids];
  const kept: bigint[] = [];
  for (let start = 0; start < others.length; start += batchSize) {
    const batch = others.slice(start, start + batchSize);
    const removed = await Promise.all(batch.map((id) => hasRemoved(sender, path(id))));
    kept.push(...batch.filter((_, index) => removed[index] === false));
  }
  return kept;
}

async function hasRemoved(sender: Sender, path: string): Promise<boolean> {
  const { status } = (await attempt(sender, 'DELETE', path)) ?? { status: 0 };
  // A server without the operation may respond with 404, too.
  if (status === 404) return (await attempt(sender, 'GET', path))?.status !== 200;
  return status === 410 || (status >= 200 && status < 300);
}

async function attempt(sender: Sender, method: string, path: string): Promise<Answer | undefined> {
  try {
    return await sender.send({ method, path });
  } catch {
    return undefined;
  }
}
