import { scopesOf } from '../../../contract/scopes.ts';
import { requireOwnKey } from '../../access/keys/rules.ts';
import { found, ServiceError } from '../../errors/service-error.ts';
import { nameActors, nameActorsOf } from '../../record/events/actor-sql.ts';
import { type Stamp, toActor } from '../../record/events/model.ts';
import { insertEvents } from '../../record/events/sql.ts';
import type { PageRange } from '../../store/keyset.ts';
import type { Queryable, Reader, Transaction } from '../../store/statement.ts';
import { requirePet } from '../pets/rules.ts';
import { touchPet } from '../pets/sql.ts';
import { savePetText } from '../pets/text-sql.ts';
import { findProfile } from '../profiles/sql.ts';
import { maxNotes, type Note, type StoredNote } from './model.ts';
import { countNotes, deleteNoteRow, findNote, findNotes, insertNote, saveNote } from './sql.ts';

/** @throws ServiceError `note_not_found` */
export async function requireNote(db: Queryable, petId: bigint | undefined, id: bigint): Promise<StoredNote> {
  const note = await findNote(db, id);
  const ofPet = petId === undefined || note?.petId === petId ? note : undefined;
  return await found(ofPet, 'note_not_found', () => `There is no note with the id ${id} on this animal.`);
}

/** With the names that their authors have. */
export async function presentNotes(db: Queryable, notes: readonly StoredNote[]): Promise<Note[]> {
  const shown = notes.map((note) => ({ ...note, createdBy: toActor(note.createdBy) }));
  return await nameActors(db, shown, ['createdBy']);
}

/** A note as it is shown. @throws ServiceError `note_not_found` */
export async function readNote(db: Queryable, at: { petId?: bigint; noteId: bigint }): Promise<Note> {
  const { createdBy, ...note } = await requireNote(db, at.petId, at.noteId);
  return await nameActorsOf(db, { ...note, createdBy: toActor(createdBy) }, ['createdBy']);
}

/** A page of the notes on an animal, or on all. @throws ServiceError `pet_not_found` */
export async function readNotes(db: Reader, filters: Parameters<typeof findNotes>[1], range: PageRange) {
  if (filters.petId !== undefined) await requirePet(db, filters.petId);
  return await presentNotes(db, await findNotes(db, filters, range));
}

/** @throws ServiceError `pet_not_found`, `too_many_notes` */
export async function addNote(tx: Transaction, petId: bigint, text: string, stamp: Stamp): Promise<bigint> {
  await requirePet(tx, petId);
  if ((await countNotes(tx, { petId })) >= maxNotes) {
    const message = `The animal ${petId} has ${maxNotes} notes, which is the most it can have. Remove one first. Nothing was changed.`;
    throw new ServiceError('too_many_notes', message);
  }
  const note = await insertNote(tx, { petId, text, createdAt: stamp.at, createdBy: stamp.actor });
  await recordChange(tx, 'note.created', note, stamp);
  return note.id;
}

/** Changes what a note says. What it says already is no change. */
export async function changeNote(tx: Transaction, note: StoredNote, text: string, stamp: Stamp): Promise<void> {
  if (text === note.text) return;
  await saveNote(tx, text, note.id);
  await recordChange(tx, 'note.updated', note, stamp);
}

export async function removeNote(tx: Transaction, note: StoredNote, stamp: Stamp): Promise<void> {
  await deleteNoteRow(tx, note.id);
  await recordChange(tx, 'note.deleted', note, stamp);
}

/** @throws ServiceError `note_not_found`, `insufficient_scope` for a note of somebody else, without `people:admin` */
export async function requireOwnNote(
  tx: Transaction,
  { path, callerId }: { path: { petId: bigint; noteId: bigint }; callerId: bigint },
  { actor }: Stamp,
): Promise<StoredNote> {
  const note = await requireNote(tx, path.petId, path.noteId);
  if (note.createdBy === actor) return note;
  if (scopesOf((await requireOwnKey(tx, callerId)).grants).has('people:admin')) return note;
  const message =
    'This note is by somebody else. Change your own notes, or use a key with the scope people:admin. Nothing was changed.';
  throw new ServiceError('insufficient_scope', message, { requiredScopes: ['people:admin'] });
}

/** Every change writes the animal's row, so that concurrent changes of its notes conflict. */
async function recordChange(
  tx: Transaction,
  type: `note.${'created' | 'updated' | 'deleted'}`,
  { id, petId }: StoredNote,
  stamp: Stamp,
): Promise<void> {
  const pet = await requirePet(tx, petId);
  await touchPet(tx, stamp.at, petId);
  await savePetText(tx, petId, pet.name, await findProfile(tx, petId), true);
  await insertEvents(tx, [{ type, ...stamp, before: pet, after: pet, noteId: id }]);
}
