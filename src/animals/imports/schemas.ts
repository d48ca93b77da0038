import { Type } from 'typebox';
import { importDays } from '../../../contract/limits.ts';
import { pathParameter } from '../../api/path.ts';
import {
  closedObject,
  dateTime,
  fieldFault,
  int64,
  namedBy,
  nameOf,
  oneOf,
  optional,
  pageOf,
  textOf,
} from '../../api/schemas.ts';
import { Actor } from '../../record/events/actor-schemas.ts';
import { schemaOf } from '../../record/shapes/profile-schemas.ts';
import { ImportId, PetId } from '../../record/shapes/schemas.ts';
import { NewListing } from '../listings/schemas.ts';
import { noteText } from '../notes/schemas.ts';
import { PetChanges } from '../pets/schemas.ts';
import { ProfileChanges } from '../profiles/schemas.ts';
import { type ImportRow, importStates, keptReasons, maxProblemLength, maxProblems, rowResults } from './model.ts';

export const importId = pathParameter('importId', ImportId, 'Identifier of the import.', 'import_not_found');

export const ImportSort = oneOf(['id', '-id'], { description: 'The order of a list of imports.', examples: ['-id'] });

const fileName = textOf({ description: 'Name of the file.', maxLength: 255, example: 'animals-november.csv' });
const rows = Type.Unsafe<bigint>({
  type: 'integer',
  format: 'int64',
  minimum: 0,
  description: 'How many rows the file has.',
  examples: [3_964],
});

export const NewImport = closedObject(
  { fileName, rows },
  { $id: 'NewImport', description: 'An import that is to begin.' },
);

export const Import = Type.Object(
  {
    id: ImportId,
    fileName,
    rows,
    state: oneOf(importStates, {
      $id: 'ImportState',
      isOpen: true,
      description:
        'An import is `running` until its client says that it is `finished`. Then it can be undone, which makes it `undoing` for ' +
        'a while, and `undone`.',
      examples: ['finished'],
    }),
    added: int64('Rows whose animals were added.', '3712'),
    updated: int64('Rows whose animals were changed.', '120'),
    unchanged: int64('Rows that said nothing new of their animals.', '95'),
    refused: int64('Rows that were refused.', '37'),
    takenBack: int64('Animals that an undo has removed, or made again what they were.', '0'),
    kept: int64('Animals that an undo has left as they are.', '0'),
    createdAt: dateTime('When the import began.'),
    createdBy: Actor,
    finishedAt: Type.Optional(dateTime('When it was finished.')),
    undoneAt: Type.Optional(dateTime('When somebody asked to undo it.')),
    undoneBy: Type.Optional(Actor),
  },
  { $id: 'Import', description: 'One import of a file of animals.' },
);

export const Imports = pageOf(Import, 'Imports', 'Imports by ascending `id`, or as `sort` says.');

const { name, categoryId, status } = PetChanges.properties;

const EarlierStay = closedObject(
  {
    ...optional({
      arrivedOn: schemaOf('arrivedOn'),
      intakeType: schemaOf('intakeType'),
      outcomeType: schemaOf('outcomeType'),
    }),
    outcomeOn: schemaOf('outcomeOn'),
  },
  { $id: 'EarlierStay', description: 'A stay of an animal that was over before the one that its profile tells.' },
);

export const ImportUpdate = closedObject(
  {
    petId: PetId,
    expectedUpdatedAt: Type.Optional(
      dateTime(
        'The `updatedAt` of the listing of the animal. If the animal has changed since, the row is refused with ' +
          '`precondition_failed`.',
      ),
    ),
    ...{ name, categoryId, status },
    profile: Type.Optional(ProfileChanges),
  },
  {
    $id: 'ImportUpdate',
    description:
      'What changes of an animal: its fields, and those of its profile (RFC 7396). What is omitted stays. One that becomes `sold` has left ' +
      'as `outcomeType` and `outcomeOn` say; one that is `sold` no longer has come back, and the stay that was over is kept.',
  },
);

export const maxRows = 100;
const maxEarlierStays = 20;

const Row = closedObject(
  {
    row: Type.Unsafe<bigint>({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      description:
        'The number of the row. A row that is sent again has the result of the first time, unless it was refused.',
      examples: [2],
    }),
    key: Type.Optional(
      textOf({
        description:
          'Stands for what the row says. An animal that a row with the same key has added, in this import or another one of the last ' +
          `${importDays} days, is not added again as long as it is there: the row is \`unchanged\`.`,
        maxLength: 100,
        example: 'NjZlMDI5',
      }),
    ),
    add: Type.Optional(NewListing),
    update: Type.Optional(ImportUpdate),
    note: Type.Optional({ ...noteText, description: 'A note on an animal that is added.' }),
    categoryName: Type.Optional(
      Type.String({ ...nameOf('category', 'Dogs'), description: 'The name that the category gets if it has none.' }),
    ),
    earlierStays: Type.Optional(
      Type.Array(EarlierStay, {
        maxItems: maxEarlierStays,
        description: 'Earlier stays of the animal. Those that are known already are left out.',
      }),
    ),
  },
  {
    $id: 'ImportRow',
    description: 'A row of a file: either an animal to `add`, or what changes of one that is known.',
  },
);

export const ImportRows = closedObject(
  {
    rows: Type.Unsafe<ImportRow[]>({
      ...Type.Array(Row, { minItems: 1, maxItems: maxRows }),
      [namedBy]: 'row',
      description:
        'The rows, each with another number. An invalid one is refused by itself, and the others are stored.',
    }),
  },
  { $id: 'ImportRows', description: 'Rows of a file.' },
);

const RowProblem = Type.Object(
  {
    code: Type.String({ description: 'A code as errors have it.', maxLength: 50, examples: ['reference_in_use'] }),
    message: Type.String({
      description: 'What went wrong and what would be right, for people.',
      maxLength: maxProblemLength,
    }),
    errors: Type.Optional(
      Type.Array(
        fieldFault(
          { description: 'A field as a JSON Pointer (RFC 6901) into the row.', examples: ['#/add/name'] },
          { maxLength: maxProblemLength },
        ),
        { maxItems: maxProblems, description: 'The first of the invalid fields.' },
      ),
    ),
  },
  { $id: 'ImportProblem', description: 'Why a row was refused.' },
);

const Outcome = Type.Object({
  row: int64('The number of the row.', '2'),
  result: oneOf(rowResults, { description: 'What has become of the row.', examples: ['added'] }),
  petId: Type.Optional(
    int64('Identifier of the animal; of a row that was refused that of the one that has its reference.', '1'),
  ),
  problem: Type.Optional(RowProblem),
});

export const ImportResults = Type.Object(
  { results: Type.Array(Outcome, { maxItems: maxRows, description: 'The results, in the order of the rows.' }) },
  { $id: 'ImportResults', description: 'What has become of rows.' },
);

export const KeptAnimals = pageOf(
  Type.Object(
    {
      petId: PetId,
      reason: oneOf(keptReasons, {
        $id: 'KeptReason',
        isOpen: true,
        description:
          'Why: the animal was `changed` or `removed` since, or it has got an order, an inquiry or a photo, or its former reference is that ' +
          'of another one. Later releases may add reasons.',
        examples: ['changed'],
      }),
    },
    { $id: 'KeptAnimal', description: 'An animal that an undo has left as it is.' },
  ),
  'KeptAnimals',
  'Animals that an undo has left as they are, by descending `petId`.',
);
