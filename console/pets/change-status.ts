import type { Client, Pet, PetStatus } from '../../client/index.ts';
import { transitions } from '../../contract/transitions.ts';
import { type Tagged, tagged, untilCurrent } from '../lib/tagged.ts';
import type { Session } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';

export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
}

export type TakeBack = () => Promise<unknown>;

/**
 * Gives an animal another status, if it still has the one that was seen. An available animal is adopted by an order, which can
 * be taken back without a return in the figures; if only its first half is done, the animal is reserved. One that is not available is not,
 * for it would have to become available in between.
 * @param idempotencyKey with the same one it can be called again after no answer
 * @throws ChangedMeanwhileError when it has a third one
 * @throws PetstoreError and NoAnswerError as the client does
 */
export async function giveStatus(
  { client, can }: Session,
  seen: Pet,
  wanted: PetStatus,
  idempotencyKey: string,
): Promise<TakeBack> {
  const { id, status } = seen;
  if (wanted === 'sold' && status === 'available' && can('orders:write')) {
    const order = await client.orders.place({ petId: id }, { idempotencyKey });
    await client.orders.complete(order.id, { idempotencyKey: `${idempotencyKey}-complete` });
    return async () => {
      await client.orders.reopen(order.id, { idempotencyKey: `${idempotencyKey}-reopen` });
      await client.orders.cancel(order.id, { idempotencyKey: `${idempotencyKey}-cancel` });
    };
  }
  return await changeStatus(client, seen, wanted);
}

/** The same, without an order. */
export async function changeStatus(client: Client, seen: Pet, wanted: PetStatus): Promise<TakeBack> {
  const { id, status: before } = seen;
  const left = before === 'sold' ? await client.profiles.get(id) : undefined;
  const changed = await saveStatus(client, seen, wanted);
  return async () => {
    const way: PetStatus[] = transitions[wanted].includes(before) ? [before] : ['available', before];
    let now = changed;
    for (const next of way) now = await saveStatus(client, now, next);
    if (left === undefined) return;
    // It has not been adopted again.
    const { outcomeType = null, outcomeOn = null } = left;
    await client.profiles.update(id, { outcomeType, outcomeOn });
  };
}

async function saveStatus(client: Client, { id, status: seen }: Pet, wanted: PetStatus): Promise<Pet> {
  return await untilCurrent(async () => {
    const { value: now, tag } = await readTagged(client, id);
    // An attempt that was left without an answer may have done it; or somebody else wanted the same.
    if (now.status === wanted) return now;
    if (now.status !== seen) throw new ChangedMeanwhileError(texts.pets.changedMeanwhile);
    return await client.pets.update(id, { status: wanted }, { ifMatch: tag });
  });
}

/** An animal as it is now. The tag of a list of one animal stands for the animal. @throws PetstoreError `pet_not_found` */
export async function readTagged(client: Client, id: bigint): Promise<Tagged<Pet>> {
  return tagged(async (onAnswer) => {
    const { items } = await client.pets.list({ ids: [id], onAnswer }).page();
    // A change of nothing is refused as one of an animal that is gone should be.
    return items[0] ?? (await client.pets.update(id, {}, { onAnswer }));
  });
}
