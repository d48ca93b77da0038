import type { OrderBody } from '../history/state.ts';
import type { Client, Pace } from './client.ts';

/** How long it waits after the last fault for an order to end by itself; the checker allows less. */
const patienceMs = 40_000;
const pollMs = 200;

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/**
 * Reserves animals for some seconds. An order is extended, completed at about the time at which it expires, or expires, and
 * the animal is ordered again. What has ended is reopened at times, and what was completed comes back.
 */
export async function runReservations(client: Client, { isOver }: Pace): Promise<void> {
  const { random, name } = client;

  /** Whether an order has ended by itself. When the clients are to end before, it is cancelled. */
  async function hasExpired(petId: number, orderId: number, expiresAt: string): Promise<boolean> {
    for (let calmMs = 0; calmMs < patienceMs; calmMs += isOver() ? pollMs : 0) {
      const reply = await client.get(`/v1/store/orders/${orderId}`);
      if (reply !== undefined && (JSON.parse(reply.body) as OrderBody).status !== 'placed') return true;
      if (isOver() && Date.now() < Date.parse(expiresAt)) {
        await client.insist({ kind: 'cancel', petId, orderId, key: `cancel-${orderId}`, expiresAt });
        return false;
      }
      await Bun.sleep(pollMs);
    }
    // An event that shows how late it is.
    const name = `${client.name}-late`;
    await client.insist({ kind: 'create', name, categoryId: 1, key: name });
    return false;
  }

  /** Whether the animal can be ordered again. */
  async function reserve(petId: number, label: string): Promise<boolean> {
    let expiresAt = inMs(random.between(800, 3_000));
    const { id: orderId } = await client.insist({ kind: 'order', petId, key: label, expiresAt });
    if (orderId === undefined) return false;
    const end = async (kind: 'complete' | 'reopen' | 'return', mayHaveEnded = {}) =>
      (await client.insist({ kind, petId, orderId, key: `${label}-${kind}`, ...mayHaveEnded })).id !== undefined;
    let mayBeExtendedLater = false;
    if (random.chance(0.3)) {
      let later = expiresAt;
      // With the same time nothing would change, and nothing would be told by an event.
      while (later === expiresAt) later = inMs(random.between(1_500, 4_000));
      const { id, isRepeated } = await client.insist({ kind: 'extend', petId, orderId, key: label, expiresAt: later });
      mayBeExtendedLater = isRepeated;
      if (id !== undefined) expiresAt = later;
    }
    const isToBeCompleted = random.chance(0.4);
    let isCompleted = false;
    if (isToBeCompleted) {
      // Which of the two comes first is open.
      await Bun.sleep(Math.max(0, Date.parse(expiresAt) - Date.now() + random.between(-200, 5_000)));
      isCompleted = await end('complete', { expiresAt });
    }
    if (!isCompleted && !(await hasExpired(petId, orderId, expiresAt))) return false;
    if (isCompleted && random.chance(0.5)) return await end('return');
    if (mayBeExtendedLater || random.chance(0.5)) return !isCompleted;
    if (!(await end('reopen'))) return false;
    if (!isToBeCompleted) return !(await end('complete'));
    await client.insist({ kind: 'cancel', petId, orderId, key: `${label}-cancel`, expiresAt });
    return true;
  }

  for (let count = 0; !isOver() && count < 1_000_000; count++) {
    const label = `${name}-${count}`;
    const { id: petId } = await client.insist({ kind: 'create', name: label, categoryId: 1, key: label });
    for (let round = 0; petId !== undefined && round < 3 && !isOver(); round++) {
      if (!(await reserve(petId, `${label}-${round}`))) break;
    }
  }
}
