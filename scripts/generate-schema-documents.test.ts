import { expect, test } from 'bun:test';
import { withChangedColumns } from './generate-schema-documents.ts';

test('a column that a migration adds is the last one of its table, and there once, until another drops it', () => {
  const document =
    'CREATE TABLE pets (\n  id BIGINT\n);\n\n-- A note.\nCREATE TABLE keys (\n  id BIGINT,\n  hint TEXT\n) STRICT;\n';
  const added = withChangedColumns(document, 'ALTER TABLE keys ADD COLUMN origins TEXT;\nDROP TABLE old;\n');
  expect(added).toBe(document.replace('hint TEXT\n', 'hint TEXT,\n  origins TEXT\n'));
  expect(withChangedColumns(added, 'ALTER TABLE keys ADD COLUMN origins TEXT;')).toBe(added);
  expect(withChangedColumns(added, 'ALTER TABLE keys DROP COLUMN origins;')).toBe(document);
});
