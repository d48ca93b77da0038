import type { Sender } from './sender.ts';

/** Animals that the run could not remove, and why. */
interface LeftBehind {
  readonly ids: readonly bigint[];
  readonly reason: string;
}

export interface Cleanup {
  readonly removed: number;
  readonly leftBehind: readonly LeftBehind[];
}

/** Remembers the animals that the cases have created, and removes them. */
export class CreatedAnimals {
  readonly #ids = new Set<bigint>();
  /** How many the server has created without telling an id that can be read. */
  #unknown = 0;

  /** @param value the `id` of the response, which may be of a wrong type */
  add(value: unknown): void {
    const id = readId(value);
    if (id === undefined) this.#unknown++;
    else this.#ids.add(id);
  }

  get total(): number {
    return this.#ids.size;
  }

  /** How many requests the removal takes at most. */
  get removals(): number {
    return 3 * this.#ids.size;
  }

  /**
   * Removes what the server can remove and what bears the prefix of the run: a server that returns wrong ids would lose
   * what others have added.
   */
  async remove(sender: Sender, prefix: string): Promise<Cleanup> {
    const ids = [...this.#ids];
    const kept = await removeAll(ids, (id) => hasRemoved(sender, `/pets/${id}`, prefix));
    const leftBehind = [
      ...(this.#unknown === 0 ? [] : [{ ids: [], reason: `${this.#unknown} without an id that can be read` }]),
      ...(kept.length === 0 ? [] : [{ ids: kept, reason: 'the server did not remove them' }]),
    ];
    return { removed: ids.length - kept.length, leftBehind };
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
  const attempt = (method: string, target = path) => sender.send({ method, path: target }).catch(() => undefined);
  const found = await attempt('GET');
  if (found?.status === 404) return true;
  // From December 2030 on, only the list has a single animal.
  const shown = found?.status === 410 ? await attempt('GET', path.replace(/\/(\d+)$/, '?id=$1')) : found;
  if (shown === undefined || !Buffer.from(shown.body).toString().includes(prefix)) return false;
  const { status } = (await attempt('DELETE')) ?? { status: 0 };
  return status >= 200 && status < 300;
}
