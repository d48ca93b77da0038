import { postgresMigrations, sqliteMigrations } from '../src/store/schema.ts';

const documents = { sqlite: sqliteMigrations, postgres: postgresMigrations };

/** Adds the columns that a migration adds to a document of the schema, which does not have them yet. */
export function withAddedColumns(document: string, script: string): string {
  let text = document;
  for (const [, table, column, kind] of script.matchAll(/^ALTER TABLE (\w+) ADD COLUMN (\w+) (.*);$/gm)) {
    text = text.replace(new RegExp(`^CREATE TABLE ${table} \\(\\n(?:  .*\\n)+(?=\\))`, 'm'), (columns) =>
      columns.includes(`\n  ${column} `) ? columns : `${columns.trimEnd()},\n  ${column} ${kind}\n`,
    );
  }
  return text;
}

if (import.meta.main) {
  for (const [engine, migrations] of Object.entries(documents)) {
    const file = Bun.file(new URL(`../docs/schema.${engine}.sql`, import.meta.url));
    const before = await file.text();
    await file.write(migrations.reduce((text, { script }) => withAddedColumns(text, script), before));
  }
}
