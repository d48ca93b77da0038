import { Random } from '../../../src/lib/seeded-random.ts';
import { postgres, sqlite } from '../engines.ts';
import type { Answer } from '../fuzz/judge.ts';
import { toCurl } from '../fuzz/reproduction.ts';
import { Side } from './side.ts';
import { lastSteps, makeSteps, type Step } from './steps.ts';

/** New databases after so many: the first ids are the ones that the requests name. */
export const operationsPerRound = 500;
export const maxSeed = 2 ** 31 - 1;

interface Found {
  readonly index: number;
  readonly what: string;
  readonly answers: readonly [name: string, text: string][];
}

/**
 * There are so many before the first step of an odd seed: more than a page has, but no more than a search reads at once. Beyond,
 * pages of a search may end early, and the engines do so at other animals (`store/sorted.ts`).
 */
const manyAnimals = 250;
/** How long steps are dropped from a report. */
const shrinkMs = 30_000;
const shownText = 3_000;

/**
 * Takes the same random steps on SQLite and on PostgreSQL, and compares all responses and, at the end, all rows. The services
 * have the same clock and the same randomness, so that everything has to be equal but this:
 *
 * | what | why | so |
 * | --- | --- | --- |
 * | ids after a failed write | PostgreSQL does not take back the ids of a rollback | both continue after the higher one |
 * | events that no job has numbered | on PostgreSQL they are not in the list, and a new webhook gets them, too | the job runs before |
 * | `settings`, `event_marks` and `pending_events` | identifiers and the bookkeeping of each engine | are not compared |
 *
 * Returns a report for people of the first difference, with the fewest steps that were found to show it; empty if there is none.
 */
export async function compareEngines(seed: number, operations = operationsPerRound): Promise<readonly string[]> {
  const animals = seed % 2 === 0 ? 0 : manyAnimals;
  const steps = [...makeSteps(seed, operations), ...lastSteps];
  const found = await replay(steps, animals);
  if (found === undefined) return [];
  const smallest = await shrink(steps.slice(0, found.index + 1), animals);
  const { answers, what } = (await replay(smallest, animals)) ?? found;
  const taken = smallest.map((step, index) => `${index + 1}. ${describeStep(step)}`);
  const told = answers.map(([name, text]) => `${name}:\n${text.slice(0, shownText)}`);
  const count = Math.min(found.index + 1, operations);
  return [
    `${what} There were ${animals} animals before these steps:`,
    ...taken,
    ...told,
    `To repeat it: npm run differential -- --seed ${seed} --operations ${count}`,
  ];
}

/** Takes steps on new databases until there is a difference. */
async function replay(steps: readonly Step[], animals: number): Promise<Found | undefined> {
  const sides: Side[] = [];
  try {
    for (const engine of [sqlite, postgres]) {
      seedRandomness('start');
      sides.push(await Side.open(engine, animals));
    }
    for (const [index, step] of steps.entries()) {
      const answers: [string, string][] = [];
      let isRefused = false;
      for (const side of sides) {
        seedRandomness(`step ${index}`);
        const answer = await side.take(step);
        answers.push([side.name, answer === undefined ? 'nothing' : describeAnswer(answer)]);
        isRefused ||= answer !== undefined && answer.status >= 400;
      }
      if (areDifferent(answers)) return { index, what: 'The responses to the last request are different.', answers };
      if (isRefused) await levelIds(sides);
    }
    const rows = await Promise.all(
      sides.map(async (side): Promise<[string, string]> => [side.name, await side.rows()]),
    );
    if (!areDifferent(rows)) return undefined;
    return { index: steps.length - 1, what: 'Different rows are stored.', answers: onlyDifferent(rows) };
  } finally {
    crypto.getRandomValues = getRandomValues;
    await Promise.all(sides.map((side) => side.close()));
  }
}

/** Drops reads, then other steps, first many and then single ones, while there is still a difference. */
async function shrink(steps: readonly Step[], animals: number): Promise<readonly Step[]> {
  const writes = steps.filter((step, index) => !isRead(step) || index === steps.length - 1);
  let smallest = (await replay(writes, animals)) === undefined ? steps : writes;
  const endAt = performance.now() + shrinkMs;
  for (let size = steps.length >> 1; size > 0; size >>= 1) {
    for (let from = 0; from < smallest.length && performance.now() < endAt; ) {
      const fewer = smallest.toSpliced(from, size);
      const found = fewer.length === 0 ? undefined : await replay(fewer, animals);
      if (found === undefined) from += size;
      else smallest = fewer.slice(0, found.index + 1);
    }
  }
  return smallest;
}

function isRead({ before, request }: Step): boolean {
  return before === 'nothing' && (request === 'next page' || (request !== 'again' && request.method === 'GET'));
}

async function levelIds(sides: readonly Side[]): Promise<void> {
  const highest = await Promise.all(sides.map((side) => side.highestIds()));
  const [one = [], other = []] = highest;
  if (one.join() === other.join()) return;
  const higher = one.map((id, index) => (id > (other[index] ?? 0n) ? id : (other[index] ?? 0n)));
  await Promise.all(sides.map((side) => side.raiseIds(higher)));
}

function areDifferent(texts: readonly [name: string, text: string][]): boolean {
  return texts.some(([, text]) => text !== texts[0]?.[1]);
}

/** The lines that only one of two texts has. */
function onlyDifferent(texts: readonly [name: string, text: string][]): [string, string][] {
  return texts.map(([name, text]) => {
    const others = new Set(texts.flatMap(([other, lines]) => (other === name ? [] : lines.split('\n'))));
    const own = text.split('\n').filter((line) => !others.has(line));
    return [name, own.join('\n')];
  });
}

function describeAnswer({ status, headers, text }: Answer): string {
  return [status, ...[...headers].map((header) => header.join(': ')).sort(), '', text].join('\n');
}

function describeStep({ before, request, fault }: Step): string {
  const notes = [before === 'nothing' ? '' : `after ${before}`, fault === 'none' ? '' : `with a failing ${fault}`];
  const sent = typeof request === 'string' ? request : toCurl(request, undefined);
  return [sent, ...notes.filter((note) => note !== '')].join(' # ');
}

const { getRandomValues } = crypto;

/** From now on this process has the same random numbers for the same label. */
function seedRandomness(label: string): void {
  const random = new Random(label);
  crypto.getRandomValues = (array) => {
    if (array === null) return array;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let at = 0; at < bytes.length; at++) bytes[at] = random.integer(0, 255);
    return array;
  };
}
