import type { Client, OutcomeType, PetStatus } from '../../client/index.ts';
import { foldReference } from '../../contract/references.ts';
import type { Check } from '../check/check.ts';
import { withHistory } from '../check/stays.ts';
import type { Mapping } from '../map/mapping.ts';
import type { SourceRow } from '../source/source.ts';
import { type ChangedHere, readerOfChanges } from './changed-here.ts';
import { differenceOf, type Field } from './difference.ts';
import { type KnownAnimal, readKnown } from './known-animals.ts';

/** An animal of a file and of the service. */
export interface ComparedAnimal {
  readonly petId: bigint | undefined;
  readonly name: string;
  readonly reference: string;
  readonly line: number;
  /** What differs. */
  readonly fields: readonly Field[];
}

/** How an animal left, as the file says, or `unknown`. */
export type Outcome = OutcomeType | 'unknown';

/** What a file says of the animals that the service has, and which it has not. Each of the lists is in the order of the rows. */
export interface Comparison {
  readonly known: ReadonlyMap<string, KnownAnimal>;
  /** Here they are in care. */
  readonly left: ReadonlyMap<Outcome, readonly ComparedAnimal[]>;
  /** Here they have left. */
  readonly returned: readonly ComparedAnimal[];
  readonly changed: readonly ComparedAnimal[];
  readonly unchanged: readonly ComparedAnimal[];
  readonly added: readonly ComparedAnimal[];
  /** Somebody has changed these fields here. They stay as they are unless that is overruled. */
  readonly changedHere: readonly ComparedAnimal[];
  /** The fields of `changedHere`, by `foldReference`. */
  readonly kept: ReadonlyMap<string, ReadonlySet<Field>>;
}

interface CompareJob {
  client: Client;
  mapping: Mapping;
  check: Pick<Check, 'newestLines' | 'histories'>;
  rows: AsyncIterable<SourceRow>;
  /** Whether what was changed here is overwritten. */
  overwrites: boolean;
  /** The animals with the references of the file, if they were read before. */
  known?: ReadonlyMap<string, KnownAnimal> | undefined;
  signal: AbortSignal;
}

/** Compares the newest row of each animal with what the service knows of it, and changes nothing. */
export async function compareRows(job: CompareJob): Promise<Comparison> {
  const { client, mapping, check, rows, overwrites, signal } = job;
  const known = job.known ?? (await readKnown(client, check.newestLines, signal));
  let changedHere: ChangedHere | undefined;
  const left = new Map<Outcome, ComparedAnimal[]>();
  const lists = {
    returned: [] as ComparedAnimal[],
    changed: [] as ComparedAnimal[],
    unchanged: [] as ComparedAnimal[],
    added: [] as ComparedAnimal[],
    changedHere: [] as ComparedAnimal[],
  };
  const kept = new Map<string, ReadonlySet<Field>>();
  for await (const row of rows) {
    const mapped = mapping(row);
    const reference = mapped.kind === 'animal' ? mapped.profile?.reference : undefined;
    if (mapped.kind !== 'animal' || reference === undefined) continue;
    const key = foldReference(reference);
    if (check.newestLines.get(key) !== row.line) continue;
    const history = check.histories.get(key);
    const animal = withHistory(mapped, history);
    const knownAnimal = known.get(key);
    const entry = { petId: knownAnimal?.id, name: animal.newPet.name, reference, line: row.line };
    if (knownAnimal === undefined) {
      lists.added.push({ ...entry, fields: [] });
      continue;
    }
    const all = differenceOf(animal, knownAnimal, { history });
    if (all.fields.length > 0) changedHere ??= await readerOfChanges(client, signal);
    const here = (await changedHere?.(knownAnimal, all.fields)) ?? [];
    if (here.length > 0) lists.changedHere.push({ ...entry, fields: here });
    if (here.length > 0 && !overwrites) kept.set(key, new Set(here));
    const { fields, pet } = differenceOf(animal, knownAnimal, { history, kept: kept.get(key) });
    listOf(pet.status, knownAnimal, animal.profile?.outcomeType ?? 'unknown', fields).push({ ...entry, fields });
  }
  return { known, left, ...lists, kept };

  function listOf(
    status: PetStatus | undefined,
    { status: before }: KnownAnimal,
    outcome: Outcome,
    fields: readonly Field[],
  ) {
    if (status === 'sold') {
      const list = left.get(outcome) ?? [];
      left.set(outcome, list);
      return list;
    }
    if (status !== undefined && before === 'sold') return lists.returned;
    return fields.length > 0 ? lists.changed : lists.unchanged;
  }
}

/** How many animals here are in care, and have left as the file says. */
export function countLeft({ left }: Comparison): number {
  return [...left.values()].reduce((sum, { length }) => sum + length, 0);
}
