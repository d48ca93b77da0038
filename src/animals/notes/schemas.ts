import { Type } from 'typebox';
import { maxNoteLength } from '../../../contract/limits.ts';
import { pathParameter } from '../../api/path.ts';
import { closedObject, dateTime, identifierOf, oneOf, optional, pageOf, textOf } from '../../api/schemas.ts';
import { Actor } from '../../record/events/actor-schemas.ts';
import { PetId } from '../../record/shapes/schemas.ts';

const NoteId = identifierOf('note');
export const noteId = pathParameter('noteId', NoteId, 'Identifier of the note.', 'note_not_found');

export const noteText = textOf({
  description: `What the note says: 1 to ${maxNoteLength} characters, with line breaks.`,
  maxLength: maxNoteLength,
  hasLines: true,
  example: 'Ate well. Afraid of the stairs.',
});

export const Note = Type.Object(
  { id: NoteId, petId: PetId, text: noteText, createdAt: dateTime('When it was written.'), createdBy: Actor },
  { $id: 'Note', description: 'What staff have written on an animal, for each other. The public never sees it.' },
);

export const NewNote = closedObject({ text: noteText }, { $id: 'NewNote', description: 'A note to store.' });
export const NoteChanges = closedObject(optional({ text: noteText }), {
  $id: 'NoteChanges',
  description: 'Changes of a note.',
});

export const NoteSort = oneOf(['id', '-id'], { description: 'The order of a list of notes.', examples: ['-id'] });

export const Notes = pageOf(Note, 'Notes', 'Notes by `id`.');
