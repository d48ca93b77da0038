import fc from 'fast-check';
import { Random } from '../../../cli/demo/seeded-random.ts';
import type { Sent, Side } from './side.ts';
import type { Step } from './steps.ts';

export const maxSeed = 2 ** 31 - 1;

/** What takes steps, and what must hold of the responses. */
interface Trial {
  /** The steps, with how many there are of each kind. */
  readonly kinds: readonly (readonly [step: fc.Arbitrary<Step>, count: number])[];
  /** Taken after these. */
  readonly last: readonly Step[];
  /** Services on new databases. */
  readonly open: readonly (() => Promise<Side>)[];
  /** What is wrong with the responses to a step, those of each side; empty if nothing is. */
  judge(sent: readonly (readonly Sent[])[], sides: readonly Side[]): Promise<readonly string[]>;
  /** What is wrong with what is stored. */
  judgeRows(sides: readonly Side[]): Promise<readonly string[]>;
}

interface Found {
  readonly index: number;
  readonly faults: readonly string[];
  /** What was sent in each step. */
  readonly taken: readonly string[];
}

/** The rows are looked at after so many steps, and after the last one. */
const stepsPerLook = 200;
/** How long steps are dropped from a report, and then parts of the last one. */
const shrinkMs = 60_000;

/** Takes random steps; the same ones for the same seed. Returns what is wrong, with few steps that show it; empty if nothing is. */
export async function search(trial: Trial, seed: number): Promise<readonly string[]> {
  const steps = [...trial.kinds.flatMap(([step, numRuns]) => fc.sample(step, { seed, numRuns })), ...trial.last];
  const found = await replay(trial, steps);
  if (found === undefined) return [];
  const fewer = await dropSteps(trial, steps.slice(0, found.index + 1));
  const smallest = await simplifyLast(trial, seed, fewer, found.index);
  const { faults, taken } = (await replay(trial, smallest)) ?? found;
  return [...faults, 'To reproduce, with a new database and keys of your own:', ...taken];
}

/** Takes steps on new databases until something is wrong. */
async function replay(trial: Trial, steps: readonly Step[]): Promise<Found | undefined> {
  const sides: Side[] = [];
  const taken: (readonly Sent[])[] = [];
  try {
    for (const open of trial.open) {
      seedRandomness('start');
      sides.push(await open());
    }
    for (const [index, step] of steps.entries()) {
      const sent: (readonly Sent[])[] = [];
      for (const side of sides) {
        seedRandomness(`step ${index}`);
        sent.push(await side.take(step));
      }
      taken.push(sent[0] ?? []);
      const faults = [...(await trial.judge(sent, sides))];
      const isLook = index % stepsPerLook === stepsPerLook - 1 || index === steps.length - 1;
      if (faults.length === 0 && isLook) faults.push(...(await trial.judgeRows(sides)));
      if (faults.length > 0) return { index, faults, taken: taken.map((one, at) => describe(at, steps[at], one)) };
    }
    return undefined;
  } finally {
    crypto.getRandomValues = getRandomValues;
    await Promise.all(sides.map((side) => side.service.close()));
  }
}

/** Tries the last step alone, then only writes; then drops many steps at a time, and then single ones. */
async function dropSteps(trial: Trial, steps: readonly Step[]): Promise<readonly Step[]> {
  const endAt = performance.now() + shrinkMs;
  let smallest = steps;
  const canBe = async (fewer: readonly Step[]) => {
    const isTried = fewer.length > 0 && fewer.length < smallest.length && performance.now() < endAt;
    const found = isTried ? await replay(trial, fewer) : undefined;
    if (found !== undefined) smallest = fewer.slice(0, found.index + 1);
    return found !== undefined;
  };
  if (!(await canBe(steps.slice(-1)))) await canBe(steps.filter((step) => !isRead(step) || step === steps.at(-1)));
  for (let size = smallest.length >> 1; size > 0; size >>= 1) {
    for (let from = 0; from < smallest.length; ) if (!(await canBe(smallest.toSpliced(from, size)))) from += size;
  }
  return smallest;
}

function isRead({ before, requests }: Step): boolean {
  const reads = (one: (typeof requests)[number]) => one === 'next page' || (one !== 'again' && one.method === 'GET');
  return before === 'nothing' && requests.every(reads);
}

/** fast-check makes the step of this index again, and its parts smaller while something is still wrong. */
async function simplifyLast(
  trial: Trial,
  seed: number,
  steps: readonly Step[],
  index: number,
): Promise<readonly Step[]> {
  const others = steps.slice(0, -1);
  let path = index;
  for (const [kind, count] of trial.kinds) {
    if (path < count) {
      const endAt = performance.now() + shrinkMs;
      // Not `interruptAfterTimeLimit`, which would let a replay go on beside the next one.
      const isRight = async (step: Step) =>
        performance.now() > endAt || (await replay(trial, [...others, step])) === undefined;
      const property = fc.asyncProperty(kind, isRight);
      const options = { seed, path: String(path), numRuns: 1 };
      const [step] = (await fc.check(property, options)).counterexample ?? [];
      return step === undefined ? steps : [...others, step];
    }
    path -= count;
  }
  return steps;
}

function describe(index: number, step: Step | undefined, sent: readonly Sent[]): string {
  const notes = [
    step?.before === 'nothing' ? [] : `after ${step?.before}`,
    step?.fault === 'none' ? [] : `with a failing ${step?.fault}`,
    sent.length > 1 ? 'all at once' : [],
  ];
  return [`${index + 1}. ${sent.map(({ command }) => command()).join('\n   ')}`, ...notes.flat()].join(' # ');
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
