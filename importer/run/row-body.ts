import type { ImportRows } from '../../client/index.ts';
import { stringifyJson } from '../../client/transport/json.ts';
import { findNameError } from '../../contract/names.ts';
import type { History } from '../check/stays.ts';
import { differenceOf, type Field } from '../known/difference.ts';
import type { KnownAnimal } from '../known/known-animals.ts';
import type { MappedAnimal } from '../map/mapping.ts';

export type Row = ImportRows['rows'][number];

/** Of an animal that came more often, the last ones. */
const maxEarlierStays = 20;

interface RowContext {
  known: KnownAnimal | undefined;
  /** What of a known animal stays as it is. */
  kept: ReadonlySet<Field> | undefined;
  history: History | undefined;
  line: number;
  contentHash: string;
  hash(text: string): string;
}

/** What is sent of a row; missing where it says nothing new of a known animal. The identity stands for its line and its animal. */
export function bodyOf(
  animal: MappedAnimal,
  { known, kept, history, line, contentHash, hash }: RowContext,
): { body: Row | undefined; identity: string } {
  const { newPet, profile, categoryName, note } = animal;
  const add = profile === undefined ? newPet : { ...newPet, profile };
  const identity = `${contentHash}\n${line}\n${stringifyJson(add)}`;
  const row = BigInt(line);
  if (known === undefined) {
    const isName = categoryName !== undefined && findNameError(categoryName) === undefined;
    const body = {
      row,
      key: hash(identity),
      add,
      ...(note !== undefined && { note }),
      ...(isName && { categoryName }),
    };
    return { body: { ...body, ...withStays(history?.earlierStays) }, identity };
  }
  const { id: petId, updatedAt: expectedUpdatedAt } = known;
  const { fields, pet, profile: changes, earlierStays } = differenceOf(animal, known, { history, kept });
  if (fields.length + earlierStays.length === 0) return { body: undefined, identity };
  const update = { petId, ...(expectedUpdatedAt !== undefined && { expectedUpdatedAt }), ...pet, profile: changes };
  const key = hash(`${identity}\n${stringifyJson(update)}`);
  return { body: { row, key, update, ...withStays(earlierStays) }, identity };
}

function withStays(earlierStays: History['earlierStays'] = []): Pick<Row, 'earlierStays'> {
  return earlierStays.length === 0 ? {} : { earlierStays: earlierStays.slice(-maxEarlierStays) };
}
