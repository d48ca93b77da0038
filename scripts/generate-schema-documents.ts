import { postgresMigrations, sqliteMigrations } from '../src/store/schema.ts';
import { tableChangesIn } from '../src/store/table-changes.ts';

const documents = { sqlite: sqliteMigrations, postgres: postgresMigrations };

/** Adds the columns that a migration adds to a document of the schema which does not have them yet, and removes those it drops. */
export function withChangedColumns(document: string, script: string): string {
  return tableChangesIn(script).reduce((text, change) => {
    if (change.kind !== 'alter') return text;
    return text.replace(new RegExp(`^CREATE TABLE ${change.table} \\(\\n(?:  .*\\n)+(?=\\))`, 'm'), (columns) => {
      const kept = change.dropped.reduce(
        (lines, name) => lines.replace(new RegExp(`^  ${name} .*\\n`, 'm'), ''),
        columns,
      );
      const added = change.added.filter(({ name }) => !columns.includes(`\n  ${name} `));
      const whole = kept.trimEnd().replace(/,$/, '');
      return `${[whole, ...added.map(({ name, definition }) => `  ${name} ${definition}`)].join(',\n')}\n`;
    });
  }, document);
}

if (import.meta.main) {
  for (const [engine, migrations] of Object.entries(documents)) {
    const file = Bun.file(new URL(`../docs/schema.${engine}.sql`, import.meta.url));
    const before = await file.text();
    await file.write(migrations.reduce((text, { script }) => withChangedColumns(text, script), before));
  }
}
