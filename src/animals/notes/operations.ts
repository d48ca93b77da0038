import { change } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { Pet } from '../../record/shapes/schemas.ts';
import type { Queryable } from '../../store/statement.ts';
import { requirePet } from '../pets/rules.ts';
import { petId } from '../pets/schemas.ts';
import { maxNotes } from './model.ts';
import { addNote, changeNote, readNote, readNotes, removeNote, requireOwnNote } from './rules.ts';
import { NewNote, Note, NoteChanges, NoteSort, Notes, noteId } from './schemas.ts';
import { countNotes } from './sql.ts';

const listing = {
  scope: 'pets:read',
  stability: 'beta',
  isConfidential: true,
  filters: { sort: { schema: NoteSort, description: 'The order: `id`, or the newest note first with `-id`.' } },
  response: { status: 200, description: 'A page of notes.', schema: Notes },
  find: readNotes,
  count: countNotes,
} as const;

const listNotes = list({
  id: 'listNotes',
  path: path`/pets/${petId}/notes`,
  summary: 'List the notes on an animal',
  description:
    'Returns what staff have written on an animal, by ascending `id`, or the newest first with `sort=-id`, in pages.',
  ...listing,
});

const listAllNotes = list({
  id: 'listAllNotes',
  path: path`/notes`,
  summary: 'List the notes on all animals',
  description: 'Returns the notes on all animals, in pages, for an export.',
  ...listing,
});

const createNote = change({
  id: 'createNote',
  method: 'POST',
  path: path`/pets/${petId}/notes`,
  summary: 'Write a note on an animal',
  description:
    `Stores a note on an animal, of which it can have ${maxNotes}. A search of staff finds the animal by it. The event names the ` +
    'note without its text. A retry with the same `Idempotency-Key` returns the note as it is then.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: NewNote,
  response: {
    status: 201,
    description: 'The stored note, with its `id`.',
    schema: Note,
    location: (note) => `/pets/${note.petId}/notes/${note.id}`,
  },
  errors: ['too_many_notes', 'note_not_found'],
  target: { schema: Pet, find: (db: Queryable, path: { petId: bigint }) => requirePet(db, path.petId) },
  findAgain: (db, id) => readNote(db, { noteId: id }),
  run: async (tx, _pet, call) =>
    readNote(tx, { noteId: await addNote(tx, call.path.petId, call.body.text, stampOf(call)) }),
});

const getNote = read({
  id: 'getNote',
  path: path`/pets/${petId}/notes/${noteId}`,
  summary: 'Get a note',
  description: 'Returns one note on an animal.',
  scope: 'pets:read',
  stability: 'beta',
  isConfidential: true,
  response: { status: 200, description: 'The note.', schema: Note },
  find: readNote,
});

const target = { schema: Note, volatile: ['createdBy'] as const, find: readNote };

const updateNote = change({
  id: 'updateNote',
  method: 'PATCH',
  path: path`/pets/${petId}/notes/${noteId}`,
  summary: 'Change a note',
  description: 'Changes what a note says: your own one, or with the scope `people:admin` any.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: NoteChanges,
  response: { status: 200, description: 'The changed note.', schema: Note },
  target,
  findAgain: (db, id) => readNote(db, { noteId: id }),
  run: async (tx, { text: before }, call) => {
    const { text = before } = call.body;
    await changeNote(tx, await requireOwnNote(tx, call, stampOf(call)), text, stampOf(call));
    return await readNote(tx, call.path);
  },
});

const deleteNote = change({
  id: 'deleteNote',
  method: 'DELETE',
  path: path`/pets/${petId}/notes/${noteId}`,
  summary: 'Remove a note',
  description:
    'Erases a note: your own one, or with the scope `people:admin` any. Backups keep it for as long as you keep them.',
  scope: 'pets:write',
  stability: 'beta',
  response: { status: 204, description: 'The note has been removed.' },
  target,
  run: async (tx, _target, call) => removeNote(tx, await requireOwnNote(tx, call, stampOf(call)), stampOf(call)),
});

export const notes: Resource = {
  tag: 'pets',
  operations: [listNotes, createNote, getNote, updateNote, deleteNote, listAllNotes],
};
