import type { Category, PetStatus } from '../model/pets.ts';
import { findCategoryNames } from '../repositories/categories.ts';
import { findInventoryRange } from '../repositories/inventory.ts';
import { findSpecies } from '../repositories/profiles.ts';
import type { Reader } from '../store/statement.ts';
import type { Language } from './language.ts';

/** What visitors can choose from. Empty where there is nothing to choose. */
export interface Choices {
  /** Those that have a name and animals. */
  readonly categories: readonly Category[];
  readonly species: readonly string[];
}

/** More would not help anybody to choose. */
const maxChoices = 100;

export async function findChoices(db: Reader, statuses: readonly PetStatus[], language: Language): Promise<Choices> {
  const { counts } = await findInventoryRange(db, undefined, maxChoices);
  const ids = new Set(counts.flatMap(({ categoryId, status }) => (statuses.includes(status) ? categoryId : [])));
  const names = await findCategoryNames(db, [...ids]);
  const categories = [...names].map(([id, name]) => ({ id, name }));
  const species = await findSpecies(db, maxChoices);
  return {
    categories: orNone(categories).toSorted((one, other) => language.compare(one.name, other.name)),
    species: orNone(species).toSorted(language.compare),
  };
}

function orNone<Choice>(choices: readonly Choice[]): readonly Choice[] {
  return choices.length > 1 ? choices : [];
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
