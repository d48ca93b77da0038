import { importDays } from '../../../contract/limits.ts';
import { change, create } from '../../access/define-write.ts';
import { stampOf } from '../../access/keys/caller-rules.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { nameActors } from '../../record/events/actor-sql.ts';
import type { Queryable } from '../../store/statement.ts';
import { importActors } from './model.ts';
import { importRows } from './row-rules.ts';
import { deleteExpiredImportRecords, finishImport, requireImport, showImport, startUndo } from './rules.ts';
import {
  Import,
  ImportResults,
  ImportRows,
  ImportSort,
  Imports,
  importId,
  KeptAnimals,
  maxRows,
  NewImport,
} from './schemas.ts';
import { countImports, countKept, findImports, findKept, insertImport } from './sql.ts';
import { undoImports } from './undo-rules.ts';

const find = (db: Queryable, { importId: id }: { importId: bigint }) => requireImport(db, id);
const target = { schema: Import, find };

const listImports = list({
  id: 'listImports',
  path: path`/imports`,
  summary: 'List imports',
  description: 'Returns imports of files by ascending `id`, in pages.',
  scope: 'pets:read',
  stability: 'beta',
  filters: { sort: { schema: ImportSort, description: 'The order: `id`, or the newest import first with `-id`.' } },
  response: { status: 200, description: 'A page of imports.', schema: Imports },
  find: async (db, filters, range) => await nameActors(db, await findImports(db, filters, range), importActors),
  count: countImports,
});

const createImport = create({
  id: 'createImport',
  method: 'POST',
  path: path`/imports`,
  summary: 'Begin an import',
  description:
    'Begins the import of a file of animals. Send its rows to `POST /imports/{importId}/animals`, and then finish it. Add photos of its animals with its ' +
    '`importId`. Every event that it causes has that, too.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: NewImport,
  response: {
    status: 201,
    description: 'The import, with its `id`.',
    schema: Import,
    location: ({ id }) => `/imports/${id}`,
  },
  run: async (tx, call) => await showImport(tx, await insertImport(tx, call.body, stampOf(call))),
});

const getImport = read({
  id: 'getImport',
  path: path`/imports/${importId}`,
  summary: 'Get an import',
  description: 'Returns an import: what has become of its rows, and how far its undo has come.',
  scope: 'pets:read',
  stability: 'beta',
  response: { status: 200, description: 'The import.', schema: Import },
  find: (db, { importId: id }) => showImport(db, id),
});

const importAnimals = change({
  id: 'importAnimals',
  method: 'POST',
  path: path`/imports/${importId}/animals`,
  summary: 'Import rows of animals',
  description:
    `Adds and changes the animals of up to ${maxRows} rows in one transaction. Each row has a result of its own: one that is invalid is ` +
    'refused with the error that the single operations have, and the others are stored. A row that was stored before is not stored ' +
    'again, and has the result of the first time, so a request whose response was lost can be sent again.',
  scope: 'pets:write',
  // A row says whether it tells anything new.
  additionalScopes: ['pets:read'],
  stability: 'beta',
  body: ImportRows,
  response: { status: 200, description: 'What has become of the rows.', schema: ImportResults },
  errors: ['import_closed'],
  target,
  run: (tx, current, call) => importRows(tx, current, call.body.rows, stampOf(call)),
});

const finishImportOperation = change({
  id: 'finishImport',
  method: 'POST',
  path: path`/imports/${importId}/finish`,
  summary: 'Finish an import',
  description:
    'Says that no further rows will come. An import that is finished already, or was undone, stays as it is.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  response: { status: 200, description: 'The import.', schema: Import },
  target,
  run: (tx, current, call) => finishImport(tx, current, stampOf(call)),
});

const undoImport = change({
  id: 'undoImport',
  method: 'POST',
  path: path`/imports/${importId}/undo`,
  summary: 'Undo an import',
  description:
    `Takes back an import of the last ${importDays} days, also one that is not finished: animals that it has added are removed, and those ` +
    'that it has changed are again what they were. An animal that was changed since, or has got an order, an inquiry or a photo, ' +
    'stays as it is, and is in `GET /imports/{importId}/kept`. The service does this in the background: the import is `undoing`, and ' +
    '`undone` in the end.',
  scope: 'pets:write',
  additionalScopes: ['pets:read'],
  stability: 'beta',
  response: { status: 200, description: 'The import.', schema: Import },
  errors: ['import_not_undoable'],
  target,
  run: (tx, current, call) => startUndo(tx, current, stampOf(call)),
});

const listKeptAnimals = list({
  id: 'listKeptAnimals',
  path: path`/imports/${importId}/kept`,
  summary: 'List what an undo has kept',
  description: 'Returns the animals that the undo of an import has left as they are, with the reasons, in pages.',
  scope: 'pets:read',
  stability: 'beta',
  response: { status: 200, description: 'A page of animals.', schema: KeptAnimals },
  find: async (db, { importId: id }, range) => {
    await requireImport(db, id);
    return await findKept(db, id, range);
  },
  count: (db, { importId: id }) => countKept(db, id),
});

export const imports: Resource = {
  tag: 'imports',
  about: 'Files of animals, each of which was imported in one act and can be taken back.',
  operations: [listImports, createImport, getImport, importAnimals, finishImportOperation, undoImport, listKeptAnimals],
  commands: [deleteExpiredImportRecords, undoImports],
};
