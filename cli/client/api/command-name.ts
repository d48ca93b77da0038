import type { Operation } from '../../../src/api/operation.ts';

/** Groups whose names belong to commands that open the database themselves; over HTTP they are `petstore api GROUP`. */
export const databaseGroups: ReadonlySet<string> = new Set(['keys', 'people', 'webhooks']);

/** What a user types to call an operation, without arguments: `petstore pets list`, `petstore api keys list`. */
export function commandLine(operation: Operation): string {
  const { group, name } = commandName(operation);
  return databaseGroups.has(group) ? `petstore api ${group} ${name}` : `petstore ${group} ${name}`;
}

/**
 * The command of an operation, `petstore GROUP NAME`, derived from its id and its path. The group, such as `pets`, is the
 * segment of the path, or else the word of it, that the id names first, in singular or plural. The name, such as
 * `rotate-secret`, is the verb of the id and the nouns that the group does not say.
 * @throws Error for an id that names no word of the path, which a test finds
 */
export function commandName({ id, path }: Pick<Operation, 'id' | 'path'>): { group: string; name: string } {
  const [verb = '', ...nouns] = toKebab(id).split('-');
  const places = path.split('/').filter((segment) => !segment.startsWith('{'));
  const groups = places.flatMap((segment) => [segment, ...segment.split('-')]).map((group) => group.split('-'));
  for (const index of nouns.keys()) {
    const group = groups.find((words) => words.every((word, next) => isSameNoun(word, nouns[index + next] ?? '')));
    if (group === undefined) continue;
    return { group: group.join('-'), name: [verb, ...nouns.toSpliced(index, group.length)].join('-') };
  }
  throw new Error(`the id ${id} names no word of the path ${path}`);
}

/** `categoryId` as `category-id`. */
export function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isSameNoun(one: string, other: string): boolean {
  return singular(one) === singular(other);
}

function singular(noun: string): string {
  return noun === 'people' ? 'person' : noun.replace(/ies$/, 'y').replace(/s$/, '');
}
