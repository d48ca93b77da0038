import { foldWords } from '../../lib/fold-text.ts';
import { listOf } from '../../store/keyset.ts';
import { allRows, asObject, execute, firstColumn, oneRow } from '../../store/queries.ts';
import { erasableStatement, type Transaction, type WordIndex } from '../../store/statement.ts';
import type { StoredNote } from './model.ts';

const columns = 'id, pet_id, text, created_at, created_by';
const toNote = asObject<StoredNote>(columns);
const insert = erasableStatement<never>(
  'INSERT INTO pet_notes (pet_id, text, created_at, created_by) VALUES ($1, $2, $3, $4)',
);

export async function insertNote(tx: Transaction, note: Omit<StoredNote, 'id'>): Promise<StoredNote> {
  const { petId, text, createdAt, createdBy } = note;
  return { id: await tx.insert(insert, [petId, text, createdAt, createdBy]), ...note };
}

export const findNote = oneRow<[id: bigint], StoredNote>(`SELECT ${columns} FROM pet_notes WHERE id = $1`, toNote);

/** The notes of an animal, or of all. */
export const { find: findNotes, count: countNotes } = listOf(
  ({ petId, sort }: { petId?: bigint; sort?: 'id' | '-id' | undefined }) => ({
    ...{ table: 'pet_notes', columns, isDescending: sort === '-id' },
    indexed: petId === undefined ? undefined : (['pet_id', petId] as const),
  }),
  toNote,
);

export const saveNote = execute<[text: string, id: bigint]>(
  erasableStatement('UPDATE pet_notes SET text = $1 WHERE id = $2'),
);
export const deleteNoteRow = execute<[id: bigint]>(erasableStatement('DELETE FROM pet_notes WHERE id = $1'));

/** The words of animals that have notes: all that staff find them by, so one index has all words of a search. */
export const notesOfPets: WordIndex = {
  name: 'pet_note_words',
  table: 'pet_note_texts',
  id: 'pet_id',
  column: 'words',
  isSparse: true,
};

/** Of more and longer ones the words of the newest notes are found: pages of a search read the words of many animals. */
const maxUnits = 4_096;
/** The texts of the newest notes of an animal. */
export const findNoteTexts = allRows<[petId: bigint], string>(
  'SELECT text FROM pet_notes WHERE pet_id = $1 ORDER BY id DESC LIMIT 100',
  firstColumn<string>,
);
const saveWords = execute<[petId: bigint, words: string]>(
  erasableStatement(
    'INSERT INTO pet_note_texts (pet_id, words) VALUES ($1, $2) ON CONFLICT (pet_id) DO UPDATE SET words = excluded.words',
  ),
);
const deleteWords = execute<[petId: bigint]>(erasableStatement('DELETE FROM pet_note_texts WHERE pet_id = $1'));

/** Stores by which words an animal with notes is found: those of the notes, and of its other texts. */
export async function saveNoteWords(
  tx: Transaction,
  petId: bigint,
  notes: readonly string[],
  others: readonly string[],
): Promise<void> {
  if (notes.length === 0) await deleteWords(tx, petId);
  else await saveWords(tx, petId, foldWords([...others, ...notes], maxUnits));
}

const deleteNotes = execute<[petId: bigint]>(erasableStatement('DELETE FROM pet_notes WHERE pet_id = $1'));

export async function deleteNotesOfPet(tx: Transaction, petId: bigint): Promise<void> {
  await deleteWords(tx, petId);
  await deleteNotes(tx, petId);
}
