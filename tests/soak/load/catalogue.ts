import type { Change } from '../history/history.ts';
import type { Client, Pace } from './client.ts';

/** Animals in one category, so that a list of it stays short. */
const categorySize = 60;
const maxOwn = 40;

/** An animal that only this client changes. */
interface Own {
  readonly id: number;
  /** After an unknown outcome the first attempt may still come into effect: such an animal is changed no more. */
  isSettled: boolean;
}

/**
 * Adds, renames, removes, reads and lists animals of its own until told to stop. About half of the changes that are
 * refused are not attempted again, so that one that was made after all is found.
 */
export async function runCatalogue(client: Client, number: number, { pauseMs, isOver }: Pace): Promise<void> {
  const { random, name } = client;
  const own: Own[] = [];
  let created = 0;
  /** The last one with a key. */
  let keyed: Change | undefined;
  const categoryId = () => 100 + number * 10_000 + Math.floor(created / categorySize);

  async function create(): Promise<void> {
    created += 1;
    const draft = { kind: 'create', name: `${name} animal ${created}`, categoryId: categoryId() } as const;
    if (random.chance(0.4)) {
      const outcome = await client.attempt(draft);
      if (outcome?.kind === 'acknowledged') own.push({ id: outcome.id, isSettled: false });
      return;
    }
    // A response is stored for retries also when it has arrived.
    if (keyed !== undefined && random.chance(0.2)) await client.insist(keyed);
    keyed = { ...draft, key: `${name}-create-${created}` };
    const { id } = await client.insist(keyed);
    if (id !== undefined) own.push({ id, isSettled: false });
  }

  async function change(pet: Own, count: number): Promise<void> {
    const change: Change = random.chance(0.3)
      ? { kind: 'remove', petId: pet.id }
      : { kind: 'rename', petId: pet.id, name: `${name} animal ${pet.id} name ${count}` };
    if (random.chance(0.5)) {
      const outcome = await client.attempt(change);
      pet.isSettled = change.kind === 'remove' || outcome?.kind === 'unknown' || outcome?.kind === 'unexpected';
      return;
    }
    const { isRepeated, id } = await client.insist(change);
    pet.isSettled = change.kind === 'remove' || isRepeated || id === undefined;
  }

  for (let count = 0; !isOver() && count < 1_000_000; count++) {
    const pet = own.length > 0 ? random.pick(own) : undefined;
    const choice = random.next();
    if (pet === undefined || choice < 0.5) await create();
    else if (choice < 0.7 && !pet.isSettled) await change(pet, count);
    else if (choice < 0.98) await client.read(pet.id);
    else await client.walk(categoryId());
    if (own.length > maxOwn) own.shift();
    await Bun.sleep(random.between(0, pauseMs));
  }
}
