import { nextTurn } from '../lib/next-tick.ts';
import type { Category, PetStatus } from '../model/pets.ts';
import { findCategoryNames } from '../repositories/categories.ts';
import { findInventoryRange } from '../repositories/inventory.ts';
import { findSpecies } from '../repositories/profiles.ts';
import type { Reader } from '../store/statement.ts';
import { findAnimals } from './find-animals.ts';
import type { Language } from './language.ts';

/** What visitors can choose from. Empty where there is nothing to choose. */
export interface Choices {
  /** Those that have a name and animals that everybody may see. */
  readonly categories: readonly Category[];
  /** Those of such animals, where there are no categories: most shelters name their categories after species. */
  readonly species: readonly string[];
}

/** More would not help anybody to choose. */
const maxChoices = 100;

export async function findChoices(db: Reader, statuses: readonly PetStatus[], language: Language): Promise<Choices> {
  const { counts } = await findInventoryRange(db, undefined, maxChoices);
  const ids = new Set(counts.flatMap(({ categoryId, status }) => (statuses.includes(status) ? categoryId : [])));
  const names = await findCategoryNames(db, [...ids]);
  const categories = [...names].map(([id, name]) => ({ id, name }));
  if (categories.length > 1) {
    return { categories: categories.toSorted((one, other) => language.compare(one.name, other.name)), species: [] };
  }
  const species = await findVisibleSpecies(db, statuses);
  return { categories: [], species: species.length > 1 ? species.toSorted(language.compare) : [] };
}

/** Species of animals that nobody may see would tell of them. */
async function findVisibleSpecies(db: Reader, statuses: readonly PetStatus[]): Promise<string[]> {
  const visible: string[] = [];
  for (const species of await findSpecies(db, maxChoices)) {
    const { rows } = await findAnimals(db, statuses, { species }, { after: undefined, limit: 1 });
    if (rows.length > 0) visible.push(species);
    // Other requests are served in between.
    await nextTurn();
  }
  return visible;
}

/** Remembers what `read` finds for some time. Those who want it meanwhile wait for the same read. */
export function rememberFor<Value>(ttlMs: number, read: () => Promise<Value>): (now: number) => Promise<Value> {
  let found: { readonly value: Promise<Value>; readonly at: number } | undefined;
  return (now) => {
    if (found !== undefined && now >= found.at && now - found.at < ttlMs) return found.value;
    const value = read();
    const own = { value, at: now };
    found = own;
    value.catch(() => {
      if (found === own) found = undefined;
    });
    return value;
  };
}
