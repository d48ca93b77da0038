import { Database } from 'bun:sqlite';
import { sqliteMigrations } from '../src/store/schema.ts';

interface SchemaObject {
  readonly name: string;
  readonly table: string;
  readonly sql: string;
}

const findObjects = `
  SELECT name, tbl_name AS "table", sql FROM sqlite_master
  WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')
  ORDER BY type NOT IN ('table', 'view'), rowid`;

/** `document` with what the migrations make: its comments stay, and the order of its tables, of which new ones are the last. */
export function generateSchema(document: string): string {
  using db = new Database(':memory:');
  for (const { script } of sqliteMigrations) db.run(script);
  const comments = new Map<string, string>();
  for (const [, comment = '', name = ''] of document.matchAll(/^((?:--.*\n)*)CREATE (?:[A-Z]+ )+(\w+)/gm))
    comments.set(name, comment);
  const order = [...comments.keys()];
  const place = ({ table }: SchemaObject) => (order.includes(table) ? order.indexOf(table) : order.length);
  const objects = db.query<SchemaObject, []>(findObjects).all();
  const [head = ''] = document.split('\n\n');
  let text = head;
  for (const { name, sql } of objects.toSorted((a, b) => place(a) - place(b))) {
    // Indexes stand together.
    const isNext = /\nCREATE (UNIQUE )?INDEX [^;]*;$/.test(text) && /^CREATE (UNIQUE )?INDEX/.test(sql);
    text += `${isNext ? '\n' : '\n\n'}${comments.get(name) ?? ''}${sql.startsWith('CREATE TABLE') ? inLines(sql) : sql};`;
  }
  return `${text}\n`;
}

/** A column or constraint on each line, as ALTER TABLE does not leave them. */
function inLines(sql: string): string {
  const [, start = '', members = '', end = ''] = /^(.*?) ?\((.*)\)(.*)$/s.exec(sql) ?? [];
  const lines = members.match(/(?:[^,()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return `${start} (\n${lines.map((line) => `  ${line.trim()}`).join(',\n')}\n)${end}`;
}

if (import.meta.main) {
  const file = Bun.file(new URL('../docs/schema.sql', import.meta.url));
  await file.write(generateSchema(await file.text()));
}
