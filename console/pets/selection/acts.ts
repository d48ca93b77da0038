import { type PetStatus, PetstoreError, type Profile, type ProfileChanges } from '../../../client/index.ts';
import { randomIdempotencyKey } from '../../../client/transport/idempotency-key.ts';
import { maxNoteLength } from '../../../contract/limits.ts';
import { listingColumns } from '../../../importer/export/export-columns.ts';
import { protectFromFormulas } from '../../../importer/export/formulas.ts';
import type { Animal } from '../../lib/animals.ts';
import { CsvFile, download } from '../../lib/csv-file.ts';
import { publicStatuses } from '../../lib/environment.ts';
import { formatCount, formatDay } from '../../lib/formats.ts';
import { tagged, untilCurrent } from '../../lib/tagged.ts';
import { unlessGone } from '../../lib/unless-gone.ts';
import type { Session } from '../../session/session.tsx';
import { texts } from '../../texts/page-texts.ts';
import { giveStatus, type TakeBack } from '../change-status.ts';

export interface Act {
  readonly label: string;
  title(what: string): string;
  /** What it means, where that is not plain. */
  readonly meaning?: string;
  /** What is asked for it: how long its text may be, and what others have in that place. */
  readonly field?: string;
  readonly maxLength?: number;
  /** Whether it is a day, such as `2026-11-30`. */
  readonly isDay?: boolean;
  valuesOf?(animal: Animal): readonly string[];
  /** Whether it changes nothing: every key may do it, and it sees the animals in the order of the list. */
  readonly isReading?: boolean;
  /** Such as “12 animals are not available.” `value` is what the field says. */
  done(count: number, text: string, value: string): string;
  /** Whether it cannot be taken back. */
  readonly isFinal?: boolean;
  begin(
    session: Session,
    text: string,
  ): { each(animal: Animal): Promise<TakeBack | undefined> | undefined; end?(): void };
}

/** “1 animal”, “12 animals”, or all that there are. */
export function countOf(count: number | undefined): string {
  return texts.selection.animals(count, count === undefined ? '' : formatCount(count));
}

const said = texts.selection;

const statusActs = (['pending', 'available', 'sold'] as const).map((status) => ({
  ...said[status],
  ...(status === 'pending' && !publicStatuses.includes(status) && { meaning: said.pending.unseen }),
  label: texts.pets.statusChanges[status].label,
  begin: (session: Session) => {
    const key = randomIdempotencyKey();
    return { each: (animal: Animal) => setStatus(session, animal, status, `${key}-${animal.id}`) };
  },
}));

export const acts: readonly Act[] = [
  ...statusActs,
  {
    ...said.hold,
    label: texts.pets.place.hold,
    field: texts.pets.place.until,
    isDay: true,
    done: (count, text, day) => said.hold.done(count, text, day === '' ? day : formatDay(day)),
    begin: (session, day) => ({ each: (animal) => hold(session, animal, { holdUntil: day }) }),
  },
  {
    ...said.show,
    label: texts.pets.place.endHold,
    begin: (session) => ({
      each: (animal) =>
        animal.profile.holdUntil === undefined
          ? undefined
          : hold(session, animal, { holdUntil: null, holdReason: null }),
    }),
  },
  {
    ...said.place,
    maxLength: 255,
    valuesOf: ({ profile }) => (profile.location === undefined ? [] : [profile.location]),
    begin: (session, place) => ({ each: (animal) => setPlace(session, animal, place) }),
  },
  { ...said.publishPlace, begin: (session) => ({ each: (animal) => publishPlace(session, animal) }) },
  {
    ...said.tag,
    maxLength: 50,
    valuesOf: ({ profile }) => profile.tags ?? [],
    begin: (session, tag) => ({ each: (animal) => addTag(session, animal, tag) }),
  },
  {
    ...said.note,
    maxLength: maxNoteLength,
    begin: ({ client }, text) => {
      const key = randomIdempotencyKey();
      return {
        async each({ id }) {
          const note = await client.notes.create(id, { text }, { idempotencyKey: `${key}-${id}` });
          return () => client.notes.remove(id, note.id);
        },
      };
    },
  },
  {
    ...said.remove,
    label: texts.ui.remove,
    isFinal: true,
    begin: ({ client }) => ({
      each: async ({ id }) => void (await client.pets.remove(id).catch(unlessGone('pet_not_found'))),
    }),
  },
  {
    ...said.export,
    isReading: true,
    begin() {
      const file = new CsvFile(`${said.export.file}.csv`);
      file.add(listingColumns.names);
      return {
        each(animal) {
          file.add(listingColumns.cellsOf(animal, protectFromFormulas));
          return undefined;
        },
        end: () => download(file),
      };
    },
  },
];

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

/** Says until when visitors do not see an animal. */
async function hold({ client }: Session, { id, profile }: Animal, changes: ProfileChanges): Promise<TakeBack> {
  const { holdUntil = null, holdReason = null } = profile;
  await client.profiles.update(id, changes);
  return () => client.profiles.update(id, { holdUntil, holdReason });
}

async function setPlace(session: Session, animal: Animal, location: string): Promise<TakeBack> {
  const before = animal.profile.location ?? null;
  await session.client.profiles.update(animal.id, { location });
  return () => changeProfile(session, animal, (now) => now.location === location && { location: before });
}

/** Visitors must not learn which family has an animal. */
function publishPlace(session: Session, animal: Animal): Promise<TakeBack> | undefined {
  const { location, publicLocation = null, whereabouts } = animal.profile;
  return location === undefined || whereabouts === 'foster' ? undefined : publish(location);

  async function publish(place: string): Promise<TakeBack> {
    await session.client.profiles.update(animal.id, { publicLocation: place });
    return () => changeProfile(session, animal, (now) => now.publicLocation === place && { publicLocation });
  }
}

/** Adds a tag to those that an animal has by now. */
async function addTag(session: Session, animal: Animal, tag: string): Promise<TakeBack> {
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
