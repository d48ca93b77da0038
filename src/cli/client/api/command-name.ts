import type { Operation } from '../../../api/operation.ts';

/** Groups whose names belong to commands that open the database themselves; over HTTP they are `petstore api GROUP`. */
export const databaseGroups: ReadonlySet<string> = new Set(['keys', 'webhooks']);

/** What a user types to call an operation, without arguments: `petstore pets list`, `petstore api keys list`. */
export function commandLine(operation: Operation): string {
  const { group, name } = commandName(operation);
  return databaseGroups.has(group) ? `petstore api ${group} ${name}` : `petstore ${group} ${name}`;
}

/**
 * The command of an operation, `petstore GROUP NAME`, derived from its id and its path. The group, such as `pets`, is the word
 * of the path that the id names first, in singular or plural. The name, such as `rotate-secret`, is the verb of the id and the
 * nouns that the group does not say.
 * @throws Error for an id that names no word of the path, which a test finds
 */
export function commandName({ id, path }: Pick<Operation, 'id' | 'path'>): { group: string; name: string } {
  const [verb = '', ...nouns] = toKebab(id).split('-');
  const places = path.split('/').filter((segment) => !segment.startsWith('{'));
  const words = places.flatMap((segment) => segment.split('-'));
  const index = nouns.findIndex((noun) => words.some((word) => isSameNoun(word, noun)));
  const group = words.find((word) => isSameNoun(word, nouns[index] ?? ''));
  if (group === undefined) throw new Error(`the id ${id} names no word of the path ${path}`);
  return { group, name: [verb, ...nouns.toSpliced(index, 1)].join('-') };
}

/** `categoryId` as `category-id`. */
export function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isSameNoun(one: string, other: string): boolean {
  return singular(one) === singular(other);
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/s$/, '');
}
