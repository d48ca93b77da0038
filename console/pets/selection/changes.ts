import { type PetStatus, PetstoreError, type Profile, type ProfileChanges } from '../../../client/index.ts';
import { tagged, untilCurrent } from '../../../client/transport/tagged.ts';
import type { Animal } from '../../lib/animals.ts';
import type { Session } from '../../session/session.tsx';
import { giveStatus, type TakeBack } from '../change-status.ts';

/** Gives an animal a status; the reservation of one that is adopted is completed. @throws what `giveStatus` throws */
export async function setStatus(session: Session, animal: Animal, wanted: PetStatus, key: string): Promise<TakeBack> {
  const { client, can } = session;
  const { id, name, status, category } = animal;
  try {
    return await giveStatus(session, { id, name, status, categoryId: category.id }, wanted, key);
  } catch (error) {
    const isHeld = error instanceof PetstoreError && error.code === 'pet_has_open_order';
    if (!isHeld || wanted !== 'sold' || !can('orders:read') || !can('orders:write')) throw error;
    const [order] = (await client.orders.list({ petId: id, status: 'placed' }).page()).items;
    if (order === undefined) throw error;
    await client.orders.complete(order.id, { idempotencyKey: `${key}-complete` });
    return () => client.orders.reopen(order.id, { idempotencyKey: `${key}-reopen` });
  }
}

export async function setPlace(session: Session, animal: Animal, location: string): Promise<TakeBack> {
  const before = animal.profile.location ?? null;
  await session.client.profiles.update(animal.id, { location });
  return () => changeProfile(session, animal, (now) => now.location === location && { location: before });
}

/** Adds a tag to those that an animal has by now. */
export async function addTag(session: Session, animal: Animal, tag: string): Promise<TakeBack> {
  await changeProfile(session, animal, ({ tags = [] }) => !tags.includes(tag) && { tags: [...tags, tag] });
  const had = animal.profile.tags?.includes(tag) === true;
  return () =>
    changeProfile(session, animal, ({ tags = [] }) => !had && { tags: tags.filter((other) => other !== tag) });
}

/** Changes a profile as it is now, unless there is nothing to change. */
async function changeProfile(
  { client }: Session,
  { id }: Animal,
  changesOf: (now: Profile) => ProfileChanges | false,
): Promise<void> {
  await untilCurrent(async () => {
    const { value, tag: ifMatch } = await tagged((onAnswer) => client.profiles.get(id, { onAnswer }));
    const changes = changesOf(value);
    if (changes !== false) await client.profiles.update(id, changes, { ifMatch });
  });
}
