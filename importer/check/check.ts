import type { PetStatus } from '../../client/types.gen.ts';
import { foldReference } from '../../contract/references.ts';
import { type ImportFault, makeFault } from '../faults.ts';
import type { MappedAnimal, Mapping } from '../map/mapping.ts';
import type { Role } from '../plan.ts';
import type { SourceRow } from '../source/source.ts';
import { fold, speciesName } from '../words/words.ts';
import { addStay, type History, historyOf, type RowStay, stayOf } from './stays.ts';

/** A text in a column, and in how many rows it is. */
export interface TextCount {
  readonly column: string | undefined;
  readonly text: string;
  readonly count: number;
  /** Of the first row with it. */
  readonly line: number;
}

export interface UnreadCount extends TextCount {
  readonly role: Role;
  readonly fault: ImportFault | undefined;
}

export interface Respelled extends Omit<TextCount, 'column'> {
  readonly takenFor: string;
}

export interface RejectionCount {
  readonly faults: readonly ImportFault[];
  readonly count: number;
  readonly line: number;
}

/** What the rows of a file become. */
export interface Check {
  /** Several rows with one reference are one animal. */
  readonly animals: number;
  readonly statuses: Readonly<Record<PetStatus, number>>;
  readonly withoutReference: number;
  /** Rows of animals that came again later. */
  readonly earlierStays: number;
  readonly leftOut: number;
  readonly rejected: number;
  /** Why rows cannot be imported, the most frequent reason first. */
  readonly rejections: readonly RejectionCount[];
  /** Of these somebody must say whether they are for adoption: the most frequent first. */
  readonly undecided: readonly TextCount[];
  /** Facts that are left out, the most frequent first. */
  readonly unread: readonly UnreadCount[];
  /** What only the `*` of a status map stands for. */
  readonly caught: readonly TextCount[];
  /** Names of categories that are taken for another one. */
  readonly respelled: readonly Respelled[];
  /** Fees whose currency nobody has said. */
  readonly feesWithoutCurrency: number;
  /** Dates in which either number can be the day, and the first of them. */
  readonly unclearDates: number;
  readonly unclearDate: string | undefined;
  /** Animals that have left, nobody knows when. */
  readonly leftOnUnknownDay: number;
  /** The line of the newest row with each reference, by `foldReference`. */
  readonly newestLines: ReadonlyMap<string, number>;
  /** Of animals with several rows. */
  readonly histories: ReadonlyMap<string, History>;
  /** Of rows with the reference of a row before that is another animal, by line. */
  readonly conflicts: ReadonlyMap<number, ImportFault>;
}

/** How many animals are on hold until somebody says whether they are for adoption. */
export function undecidedIn({ undecided }: Check): number {
  return undecided.reduce((sum, { count }) => sum + count, 0);
}

interface Stay extends RowStay {
  animal: Identity;
  status: PetStatus;
  undecided: Entry | undefined;
}

/** Maps all rows, and sends none. */
export async function checkRows(rows: AsyncIterable<SourceRow>, mapping: Mapping): Promise<Check> {
  const unread = new Tally<Omit<UnreadCount, 'count'>>();
  const rejections = new Tally<Omit<RejectionCount, 'count'>>();
  const caught = new Tally<Omit<TextCount, 'count'>>();
  const respelled = new Tally<Omit<Respelled, 'count'>>();
  const undecided = new Tally<Omit<TextCount, 'count'>>();
  const known = new Map<string, Stay[]>();
  const conflicts = new Map<number, ImportFault>();
  const statuses = { available: 0, pending: 0, sold: 0 };
  const counts = {
    withoutReference: 0,
    earlierStays: 0,
    leftOut: 0,
    rejected: 0,
    feesWithoutCurrency: 0,
    unclearDates: 0,
    leftOnUnknownDay: 0,
  };
  let unclearDate: string | undefined;

  function count({ status, undecided: entry, outcomeOn }: Stay): void {
    statuses[status] += 1;
    if (status === 'sold' && outcomeOn === undefined) counts.leftOnUnknownDay += 1;
    if (entry !== undefined) entry.count += 1;
  }

  function reject(faults: readonly ImportFault[], line: number): void {
    counts.rejected += 1;
    // Faults that quote a cell are one.
    const key = faults.map(({ detail }) => detail.replaceAll(/"[^"]*"/g, '"…"')).join(' ');
    rejections.entry(key, { faults, line }).count += 1;
  }

  function take(animal: MappedAnimal, line: number): void {
    const { reference = '' } = animal.profile ?? {};
    const key = foldReference(reference);
    const earlier = known.get(key);
    const identity = identify(animal, reference);
    const [before] = earlier ?? [];
    if (before !== undefined && isAnother(identity, before.animal)) {
      const fault = makeFault('reference_twice', before.line, reference, before.animal.name);
      conflicts.set(line, fault);
      reject([fault], line);
      return;
    }
    for (const { column, text, role, fault } of animal.unread) {
      if (fault?.reason === 'no_currency') counts.feesWithoutCurrency += 1;
      if (fault?.reason === 'unclear_day') {
        counts.unclearDates += 1;
        unclearDate ??= text;
      }
      // A word may be answered; of what cannot be, one example is enough.
      const what = fault === undefined ? fold(text) : fault.reason;
      unread.entry(`${column}\n${role}\n${what}`, { column, text, role, fault, line }).count += 1;
    }
    const { categoryName: text = '', takenFor } = animal;
    if (takenFor !== undefined) respelled.entry(text, { text, takenFor, line }).count += 1;
    if (animal.caught) caught.entry(keyOf(animal.caught), { ...toText(animal.caught), line }).count += 1;
    const entry = animal.undecided && undecided.entry(keyOf(animal.undecided), { ...toText(animal.undecided), line });
    const { status = 'available' } = animal.newPet;
    const stay = { ...stayOf(animal, line), animal: identity, status, undecided: entry };
    if (key === '') {
      counts.withoutReference += 1;
      count(stay);
      return;
    }
    if (earlier !== undefined) counts.earlierStays += 1;
    if (earlier === undefined) known.set(key, [stay]);
    else addStay(earlier, stay);
  }

  for await (const row of rows) {
    const mapped = mapping(row);
    if (mapped.kind === 'animal') take(mapped, row.line);
    else if (mapped.kind === 'leftOut') counts.leftOut += 1;
    else reject(mapped.faults, row.line);
  }
  const newest = [...known].flatMap(([key, stays]) => stays.slice(-1).map((stay) => [key, stay] as const));
  for (const [, stay] of newest) count(stay);
  return {
    ...counts,
    conflicts,
    unclearDate,
    statuses,
    animals: counts.withoutReference + known.size,
    rejections: rejections.sorted(),
    undecided: undecided.sorted(),
    unread: unread.sorted(),
    caught: caught.sorted(),
    respelled: respelled.sorted(),
    newestLines: new Map(newest.map(([key, { line }]) => [key, line])),
    histories: new Map(
      [...known].flatMap(([key, stays]) => (stays.length > 1 ? [[key, historyOf(stays)] as const] : [])),
    ),
  };
}

interface Identity {
  name: string;
  isNamed: boolean;
  species: string | undefined;
}

/** What an animal is called; one without a name is called by its reference, or by the end of it. */
function identify({ newPet: { name }, profile, categoryName = '' }: MappedAnimal, reference: string): Identity {
  const species = profile?.species ?? speciesName(categoryName);
  return { name, isNamed: name !== reference && !name.endsWith(`…${reference.slice(-4)}`), species };
}

function isAnother(one: Identity, other: Identity): boolean {
  const differ = (text = '', before = '') => text !== '' && before !== '' && spell(text) !== spell(before);
  return (one.isNamed && other.isNamed && differ(one.name, other.name)) || differ(one.species, other.species);
}

function spell(text: string): string {
  return fold(text) || text;
}

function keyOf({ column, text }: { column?: string | undefined; text: string }): string {
  return `${column ?? ''}\n${fold(text)}`;
}

function toText({ column, text }: { column?: string | undefined; text: string }) {
  return { column, text };
}

interface Entry {
  count: number;
}

/** More distinct texts than people would look at are counted together. */
const maxEntries = 10_000;

class Tally<Of> {
  readonly #entries = new Map<string, Of & Entry>();
  #others: Entry | undefined;

  /** The entry of a key, with what is known of its first row. */
  entry(key: string, first: Of): Entry {
    const known = this.#entries.get(key) ?? this.#others;
    if (known !== undefined) return known;
    const entry = { ...first, count: 0 };
    this.#entries.set(key, entry);
    if (this.#entries.size === maxEntries) this.#others = entry;
    return entry;
  }

  sorted(): (Of & Entry)[] {
    const counted = [...this.#entries.values()].filter(({ count }) => count > 0);
    return counted.toSorted((one, other) => other.count - one.count);
  }
}
