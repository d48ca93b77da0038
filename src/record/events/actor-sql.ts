import { placeholders, type Queryable, statement } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { type Actor, type Made, toActor } from './model.ts';

const tables = { person: 'people', key: 'keys' } as const;

/** Reads rows whose columns have actors as {@link Stamp}s have them. */
export function withActors<Field extends string, One extends Made<Field>>(
  read: (row: Row) => One,
  fields: readonly Field[],
): (row: Row) => One {
  return (row) => {
    const made = read(row);
    const stored = made as { [Each in Field]?: unknown };
    for (const field of fields) if (stored[field] !== undefined) stored[field] = toActor(String(stored[field]));
    return made;
  };
}

/** Gives actors the names that they have now: one look-up for all people of a page, and one for all keys. */
export async function nameActors<Field extends string, One extends Made<Field>>(
  db: Queryable,
  made: readonly One[],
  fields: readonly Field[],
): Promise<One[]> {
  const actors = made.flatMap((one) => fields.map((field) => one[field]));
  const names = { person: await namesOf(db, 'person', actors), key: await namesOf(db, 'key', actors) };
  return made.map((one) => {
    const named = fields.flatMap((field) => {
      const actor = one[field];
      if (actor?.id === undefined || (actor.type !== 'person' && actor.type !== 'key')) return [];
      const name = names[actor.type].get(actor.id);
      return name === undefined ? [] : [[field, { ...actor, name }] as const];
    });
    return { ...one, ...Object.fromEntries(named) };
  });
}

/** The same for the actors of one. */
export async function nameActorsOf<Field extends string, One extends Made<Field>>(
  db: Queryable,
  made: One,
  fields: readonly Field[],
): Promise<One> {
  const [named = made] = await nameActors(db, [made], fields);
  return named;
}

async function namesOf(
  db: Queryable,
  type: keyof typeof tables,
  actors: readonly (Actor | undefined)[],
): Promise<Map<bigint, string>> {
  const ids = [
    ...new Set(actors.flatMap((actor) => (actor?.type === type && actor.id !== undefined ? [actor.id] : []))),
  ];
  if (ids.length === 0) return new Map();
  const find = statement<readonly [id: bigint, name: string]>(
    `SELECT id, name FROM ${tables[type]} WHERE id IN ${placeholders(1, ids.length)}`,
  );
  return new Map(await db.query(find, ids));
}
