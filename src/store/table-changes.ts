/** A column, with what stands after its name. */
export interface Column {
  readonly name: string;
  readonly definition: string;
}

/** What a statement does to a table. */
export type TableChange =
  | {
      readonly kind: 'create';
      readonly table: string;
      readonly columns: readonly Column[];
      readonly key: readonly string[];
    }
  | {
      readonly kind: 'alter';
      readonly table: string;
      /** Also those that get another type. */
      readonly added: readonly Column[];
      readonly dropped: readonly string[];
    }
  | { readonly kind: 'drop'; readonly table: string };

/**
 * What a migration does to tables, in its order. Of constraints only the primary key is read.
 * @throws Error for a statement about a table that is not understood
 */
export function tableChangesIn(script: string): TableChange[] {
  const withoutComments = script.replaceAll(/('[^']*')|--.*/g, '$1');
  const statements = withoutComments.match(/(?:[^;']|'[^']*')+/g) ?? [];
  return statements
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => /^(CREATE|ALTER|DROP) TABLE /i.test(statement))
    .map(readChange);
}

function readChange(statement: string): TableChange {
  const dropped = /^DROP TABLE (?:IF EXISTS )?(\w+)$/i.exec(statement)?.[1];
  if (dropped !== undefined) return { kind: 'drop', table: dropped };
  const [, created, members = ''] = /^CREATE TABLE (\w+) \((.*)\)[\w ,]*$/i.exec(statement) ?? [];
  if (created !== undefined) return { kind: 'create', table: created, ...readMembers(partsOf(members)) };
  const [, altered, actions = ''] = /^ALTER TABLE (\w+) (.*)$/i.exec(statement) ?? [];
  if (altered === undefined) throw notUnderstood(statement);
  return { kind: 'alter', table: altered, ...readActions(partsOf(actions)) };
}

function readMembers(members: readonly string[]) {
  const columns = members
    .filter((member) => !/^(PRIMARY|UNIQUE|CHECK|FOREIGN|CONSTRAINT)\b/i.test(member))
    .map(readColumn);
  const several = members
    .map((member) => /^PRIMARY KEY \((.*)\)$/i.exec(member)?.[1])
    .find((names) => names !== undefined);
  const single = columns.flatMap(({ name, definition }) => (/\bPRIMARY KEY\b/i.test(definition) ? [name] : []));
  return { columns, key: several?.split(', ') ?? single };
}

function readActions(actions: readonly string[]) {
  const [added, dropped]: [Column[], string[]] = [[], []];
  for (const action of actions) {
    const [, definition] = /^ADD COLUMN (?:IF NOT EXISTS )?(.*)$/i.exec(action) ?? [];
    const [, name] = /^DROP COLUMN (?:IF EXISTS )?(\w+)$/i.exec(action) ?? [];
    const [, retyped, type] = /^ALTER COLUMN (\w+) TYPE (.*)$/i.exec(action) ?? [];
    if (definition !== undefined) added.push(readColumn(definition));
    else if (retyped !== undefined) added.push(readColumn(`${retyped} ${type}`));
    else if (name !== undefined) dropped.push(name);
    else if (!/^ALTER COLUMN \w+ SET STATISTICS \d+$/i.test(action)) throw notUnderstood(action);
  }
  return { added, dropped };
}

function readColumn(text: string): Column {
  const [, name, definition] = /^(\w+) (\w.*)$/.exec(text) ?? [];
  if (name === undefined || definition === undefined) throw notUnderstood(text);
  return { name, definition };
}

/** What stands between commas, but for those in parentheses and quotes. */
function partsOf(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of list.matchAll(/'[^']*'|[(),]|[^'(),]+/g)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop()}${token}`);
  }
  return parts.map((part) => part.trim());
}

function notUnderstood(text: string): Error {
  return new Error(`src/store/table-changes.ts does not understand this part of a migration: ${text}`);
}
