import { LatencyHistogram } from '../load/latency-histogram.ts';
import type { Sample, SteadyOutcome } from '../outcome.ts';
import { mebibytes, type Verdict } from './format.ts';
import { spreadOf } from './statistics.ts';

/** One minute of a steady load. */
export interface SteadyMinute {
  readonly minute: number;
  readonly requestsPerSecond: number;
  readonly reads: Latencies;
  readonly creates: Latencies;
  /** Medians of the samples. */
  readonly memoryBytes: number | undefined;
  readonly descriptors: number | undefined;
  readonly threads: number | undefined;
  /** At its end. */
  readonly walBytes: number | undefined;
  readonly walRestarts: number;
}

export interface Latencies {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly p999Ms: number | null;
  readonly maxMs: number;
}

export interface SteadySummary {
  readonly minutes: readonly SteadyMinute[];
  readonly all: Latencies;
  readonly reads: Latencies;
  readonly creates: Latencies;
  /** Reads in those intervals in which a checkpoint let the log begin again, and in the others. */
  readonly checkpoint: { readonly intervals: number; readonly reads: Latencies; readonly otherReads: Latencies };
  readonly walMaxBytes: number;
  readonly verdicts: readonly Verdict[];
}

export function summarizeSteady(outcome: SteadyOutcome): SteadySummary {
  const { scenario, samples, intervals } = outcome;
  const reads = intervals.map(({ usual }) => usual);
  const creates = intervals.map(({ rare }) => rare);
  const hasCheckpoint = (index: number) => restartsBetween(samples[index - 1], samples[index]) > 0;
  const summary = {
    minutes: Array.from({ length: outcome.minutes }, (_, minute) => minuteOf(outcome, minute)),
    all: latenciesOf([...reads, ...creates]),
    reads: latenciesOf(reads),
    creates: latenciesOf(creates),
    checkpoint: {
      intervals: reads.filter((_, index) => hasCheckpoint(index)).length,
      reads: latenciesOf(reads.filter((_, index) => hasCheckpoint(index))),
      otherReads: latenciesOf(reads.filter((_, index) => !hasCheckpoint(index))),
    },
    walMaxBytes: Math.max(0, ...samples.map(({ walBytes }) => walBytes)),
  };
  return {
    ...summary,
    verdicts: [...growthVerdicts(summary.minutes, scenario.goals), walVerdict(summary, scenario.goals)],
  };
}

function minuteOf({ scenario, samples, intervals }: SteadyOutcome, minute: number): SteadyMinute {
  const perMinute = 60 / scenario.intervalSeconds;
  const [from, to] = [minute * perMinute, (minute + 1) * perMinute];
  const own = intervals.slice(from, to);
  const seen = samples.slice(from, to);
  const median = (key: keyof Sample) => spreadOf(seen.map((sample) => sample[key]))?.median;
  const reads = LatencyHistogram.sumOf(own.map(({ usual }) => usual));
  const creates = LatencyHistogram.sumOf(own.map(({ rare }) => rare));
  return {
    minute: minute + 1,
    requestsPerSecond: (reads.count + creates.count) / (own.length * scenario.intervalSeconds || 1),
    reads: read(reads),
    creates: read(creates),
    memoryBytes: median('memoryBytes'),
    descriptors: median('descriptors'),
    threads: median('threads'),
    walBytes: seen.at(-1)?.walBytes,
    walRestarts: restartsBetween(samples[from - 1], seen.at(-1)),
  };
}

/** The log of a server that starts has not begun again yet. */
function restartsBetween(before: Sample | undefined, after: Sample | undefined): number {
  return (after?.walRestarts ?? 0) - (before?.walRestarts ?? 0);
}

function latenciesOf(parts: Parameters<typeof LatencyHistogram.sumOf>[0]): Latencies {
  return read(LatencyHistogram.sumOf(parts));
}

function read(histogram: LatencyHistogram): Latencies {
  return {
    p50Ms: histogram.percentileMs(50),
    p99Ms: histogram.percentileMs(99),
    p999Ms: histogram.percentileMs(99.9),
    maxMs: histogram.maxMs,
  };
}

type Goals = SteadyOutcome['scenario']['goals'];

/** Of what must not become more: the second minute, when all is warm, beside the last. */
function growthVerdicts(minutes: readonly SteadyMinute[], { memoryGrowthAtMost }: Goals): Verdict[] {
  const [warm, last] = [minutes[1], minutes.at(-1)];
  if (warm === undefined || last === undefined || warm === last) return [];
  const [before, after] = [warm.memoryBytes ?? 0, last.memoryBytes ?? 0];
  const growth = after / before - 1;
  const from = `from minute ${warm.minute} to minute ${last.minute}`;
  return [
    {
      text: `memory ${from}: ${mebibytes(before)} to ${mebibytes(after)} MiB (${(100 * growth).toFixed(1)} %), wanted at most ${100 * memoryGrowthAtMost} % more`,
      isReached: growth <= memoryGrowthAtMost,
    },
    {
      text: `descriptors ${from}: ${warm.descriptors} to ${last.descriptors}, wanted not more`,
      isReached: (last.descriptors ?? 0) <= (warm.descriptors ?? 0),
    },
  ];
}

function walVerdict({ walMaxBytes }: { readonly walMaxBytes: number }, { walMiBBelow }: Goals): Verdict {
  return {
    text: `write-ahead log: ${mebibytes(walMaxBytes)} MiB at most, wanted below ${walMiBBelow} MiB`,
    isReached: walMaxBytes < walMiBBelow * 1024 ** 2,
  };
}
