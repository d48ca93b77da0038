import type { Category, PetStatus } from '../../../contract/pet.ts';
import { findCategoryNames } from '../../animals/categories/sql.ts';
import { findVisibleCategories } from '../../animals/listings/category-rules.ts';
import { indexKinds, type KindIndex } from '../../animals/listings/kind-rules.ts';
import { findSpecies } from '../../animals/profiles/sql.ts';
import type { RequestContext } from '../../http/request/context.ts';
import { foldSpelling } from '../../lib/fold-text.ts';
import { nextTurn } from '../../lib/next-tick.ts';
import { findInventoryRange } from '../../record/inventory/sql.ts';
import { type Companion, companions, type PetSex, type PetSize, petSizes } from '../../record/shapes/profile-model.ts';
import type { Reader } from '../../store/statement.ts';
import { findAnimals, type Shown } from './find-animals.ts';
import { type PublicAge, type PublicQuery, publicAges } from './list-query.ts';

/** What visitors can choose from. Empty where there is nothing to choose. */
export interface FilterChoices {
  /** Those that have a name and animals that everybody may see. */
  readonly categories: readonly Category[];
  /** Those of such animals, where there are no categories: most shelters name their categories after species. */
  readonly species: readonly string[];
  /** All of them, also those that nobody may see, for searches. */
  readonly kinds: KindIndex;
  /** These have such animals. */
  readonly sexes: readonly PetSex[];
  readonly sizes: readonly PetSize[];
  readonly ages: readonly PublicAge[];
  readonly goodWith: readonly Companion[];
}

/** More would not help anybody to choose. */
const maxChoices = 100;

export async function findChoices(db: Reader, statuses: readonly PetStatus[], today: bigint): Promise<FilterChoices> {
  const shown = { statuses: [statuses], today };
  /** The values that lead to an animal that everybody may see, and those for which too many would have to be read to tell. */
  const possible = <Value>(values: readonly Value[], queryOf: (value: Value) => PublicQuery) =>
    findVisible(db, shown, values, queryOf, { ifUnknown: true });
  return {
    ...(await findKinds(db, statuses, shown)),
    sexes: await possible(['female', 'male'], (sex) => ({ sex })),
    sizes: await possible(petSizes, (size) => ({ size })),
    ages: await possible(publicAges, (age) => ({ age })),
    goodWith: await possible(companions, (whom) => ({ goodWith: [whom] })),
  };
}

async function findKinds(
  db: Reader,
  statuses: readonly PetStatus[],
  shown: Shown,
): Promise<Pick<FilterChoices, 'categories' | 'species' | 'kinds'>> {
  const { counts } = await findInventoryRange(db, undefined, maxChoices);
  const ids = new Set(counts.flatMap(({ categoryId, status }) => (statuses.includes(status) ? categoryId : [])));
  const named = [...(await findCategoryNames(db, [...ids]))].map(([id, name]) => ({ id, name }));
  const known = await findSpecies(db, maxChoices);
  const kinds = indexKinds(named, known);
  const visible = await findVisibleCategories(db, counts, { statuses, today: shown.today });
  const categories = named.filter(({ id }) => visible.has(id));
  if (categories.length > 1) return { categories, species: [], kinds };
  // Species of animals that nobody may see would tell of them.
  const spellings = [...Map.groupBy(known, foldSpelling).values()].flatMap(([first]) => first ?? []);
  const species = await findVisible(db, shown, spellings, (one) => ({ species: one }), { ifUnknown: false });
  return { categories: [], species: species.length > 1 ? species : [], kinds };
}

/**
 * Which of some values lead to an animal that everybody may see.
 * @param ifUnknown whether a value is among them if too many animals would have to be read to tell
 */
async function findVisible<Value>(
  db: Reader,
  shown: Shown,
  values: readonly Value[],
  queryOf: (value: Value) => PublicQuery,
  { ifUnknown }: { ifUnknown: boolean },
): Promise<Value[]> {
  const found: Value[] = [];
  for (const value of values) {
    const { ids, next } = await findAnimals(db, shown, queryOf(value), { limit: 1 });
    if (ids.length > 0 || (ifUnknown && next !== undefined)) found.push(value);
    // Other requests are served in between.
    await nextTurn();
  }
  return found;
}

/** When a request arrived. */
export type Moment = Pick<RequestContext, 'now' | 'today'>;

/** Remembers what `read` finds for some time. Those who want it meanwhile wait for the same read. */
export function rememberFor<Value>(
  ttlMs: number,
  read: (moment: Moment) => Promise<Value>,
): (moment: Moment) => Promise<Value> {
  let found: { readonly value: Promise<Value>; readonly at: number } | undefined;
  return (moment) => {
    const { now } = moment;
    if (found !== undefined && now >= found.at && now - found.at < ttlMs) return found.value;
    const value = read(moment);
    const own = { value, at: now };
    found = own;
    value.catch(() => {
      if (found === own) found = undefined;
    });
    return value;
  };
}
