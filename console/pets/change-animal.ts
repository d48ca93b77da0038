import {
  type Client,
  type Pet,
  type PetChanges,
  type PetStatus,
  type Profile,
  petStatuses,
} from '../../client/index.ts';
import { type ProfileField, profileFields } from '../../importer/profile-fields.ts';
import { tagged, untilCurrent } from '../lib/tagged.ts';
import { normalText, profileTexts, readForm } from '../profiles/profile-form.ts';
import { readTagged } from './change-status.ts';

export interface SeenAnimal {
  readonly pet: Pet;
  readonly profile: Profile;
}

const petFields = ['name', 'categoryId', 'status'] as const;
type PetField = (typeof petFields)[number];
export type AnimalField = PetField | ProfileField;
export const animalFields: readonly AnimalField[] = [...petFields, ...profileFields];

export function isPetField(field: AnimalField): field is PetField {
  return petFields.some((own) => own === field);
}

export type AnimalTexts = Readonly<Record<AnimalField, string>>;

export function animalTexts({ pet, profile }: SeenAnimal): AnimalTexts {
  return { name: pet.name, categoryId: String(pet.categoryId), status: pet.status, ...profileTexts(profile) };
}

export interface AnimalEdit {
  readonly seen: SeenAnimal;
  readonly texts: AnimalTexts;
}

/** An edit together with what somebody else has changed meanwhile. */
export interface MergedEdit {
  readonly conflicts: readonly AnimalField[];
  /** What there is to save if the edit wins in these fields, and if the other does. */
  readonly mine: AnimalEdit;
  readonly theirs: AnimalEdit;
}

/** Merges an edit with the animal as it is now: what only one side has changed is as that side has it. */
function mergeEdit({ seen, texts }: AnimalEdit, now: SeenAnimal): MergedEdit {
  const [before, theirs] = [animalTexts(seen), animalTexts(now)];
  const changed = animalFields.filter((field) => texts[field] !== before[field]);
  const saved = (field: AnimalField) => (isPetField(field) ? texts[field] : normalText(field, texts[field]));
  const conflicts = changed.filter((field) => theirs[field] !== before[field] && theirs[field] !== saved(field));
  const withMine = (fields: readonly AnimalField[]) => {
    const mine = Object.fromEntries(fields.map((field) => [field, texts[field]]));
    return { seen: now, texts: { ...theirs, ...mine } };
  };
  return {
    conflicts,
    mine: withMine(changed),
    theirs: withMine(changed.filter((field) => !conflicts.includes(field))),
  };
}

/**
 * Saves an edit, merged with what others have changed since it began. Returns the conflicts if there are any; then nothing
 * was saved.
 * @throws PetstoreError and NoAnswerError as the client does
 */
export async function saveAnimal(client: Client, edit: AnimalEdit): Promise<MergedEdit | undefined> {
  const { id } = edit.seen.pet;
  return await untilCurrent(async () => {
    const [pet, profile] = await Promise.all([
      readTagged(client, id),
      tagged((onAnswer) => client.profiles.get(id, { onAnswer })),
    ]);
    const merged = mergeEdit(edit, { pet: pet.value, profile: profile.value });
    if (merged.conflicts.length > 0) return merged;
    const read = readForm(profile.value, merged.mine.texts);
    if ('errors' in read) throw new Error('The form has texts that cannot be understood.');
    const changes = petChanges(pet.value, merged.mine.texts);
    if (hasAny(changes)) await client.pets.update(id, changes, { ifMatch: pet.tag });
    if (!hasAny(read.changes)) return undefined;
    // With the status, the outcome in the profile changes, too.
    const { tag } =
      changes.status === undefined ? profile : await tagged((onAnswer) => client.profiles.get(id, { onAnswer }));
    await client.profiles.update(id, read.changes, { ifMatch: tag });
    return undefined;
  });
}

function petChanges(now: Pet, { name, categoryId, status: text }: AnimalTexts): PetChanges {
  const status = readStatus(text);
  return {
    ...(name !== now.name && { name }),
    ...(BigInt(categoryId) !== now.categoryId && { categoryId: BigInt(categoryId) }),
    ...(status !== now.status && { status }),
  };
}

export function readStatus(text: string): PetStatus {
  return petStatuses.find((known) => known === text) ?? 'available';
}

function hasAny(changes: object): boolean {
  return Object.keys(changes).length > 0;
}
