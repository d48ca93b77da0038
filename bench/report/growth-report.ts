import type { GrowthOutcome } from '../outcome.ts';
import { count, mebibytes, milliseconds, noticeableShare, percent, textTable, verdictLine, whole } from './format.ts';
import { type GrowthRow, type GrowthSize, summarizeGrowth } from './growth-summary.ts';

const speedTitles = (first: string) => [
  '',
  'animals',
  'requests/s',
  'per CPU second',
  `of ${first}`,
  'p50 ms',
  `of ${first}`,
  'p99 ms',
  `of ${first}`,
  'generator CPU',
  'other CPU',
];
const sizeTitles = ['animals', 'database MiB', 'start ms', 'peak MiB'];

/** The tables of a growth scenario, and whether it kept its goals. */
export function growthLines(outcome: GrowthOutcome): string[] {
  const { rows, sizes, verdicts, errors } = summarizeGrowth(outcome);
  const errorList = Object.entries(errors).map(([kind, number]) => `${whole(number)} × ${kind}`);
  return [
    ...textTable(speedTitles(whole(outcome.scenario.sizes[0])), rows.map(speedCells)),
    '',
    ...textTable(sizeTitles, sizes.map(sizeCells)),
    '',
    ...(errorList.length > 0 ? [`INVALID: there were errors: ${errorList.join(', ')}`] : []),
    ...noise(Math.max(0, ...rows.map(({ otherCpuShare }) => otherCpuShare?.median ?? 0))),
    ...verdicts.map(verdictLine),
  ];
}

function noise(share: number): string[] {
  if (share <= noticeableShare) return [];
  return [
    `other programs took up to ${(100 * share).toFixed(0)} % of a core: trust "per CPU second" and "peak MiB" alone`,
  ];
}

function speedCells(row: GrowthRow): (string | undefined)[] {
  return [
    row.load,
    whole(row.animals),
    count(row.requestsPerSecond),
    count(row.requestsPerCpuSecond.spread),
    percent(row.requestsPerCpuSecond.speedRatio),
    milliseconds(row.latencyP50Ms.spread?.median),
    percent(row.latencyP50Ms.speedRatio),
    milliseconds(row.latencyP99Ms.spread?.median),
    percent(row.latencyP99Ms.speedRatio),
    percent(row.generatorCpuShare),
    percent(row.otherCpuShare),
  ];
}

function sizeCells({ animals, databaseBytes, startedInMs, peakMemoryBytes }: GrowthSize): (string | undefined)[] {
  return [
    whole(animals),
    mebibytes(databaseBytes),
    count(startedInMs),
    peakMemoryBytes && mebibytes(peakMemoryBytes.max),
  ];
}
