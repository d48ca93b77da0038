import type { LoadOutcome } from '../outcome.ts';
import type { Goal } from '../scenarios/scenario.ts';
import {
  count,
  describeRequest,
  mebibytes,
  milliseconds,
  noticeableShare,
  percent,
  textTable,
  verdictLine,
  whole,
} from './format.ts';
import { type Summary, summarize, yardsticksOf } from './summary.ts';

/** The table of a scenario, and what must be known to read it. */
export function loadLines(outcome: LoadOutcome): string[] {
  const { request, background, variants } = outcome.scenario;
  const { limit, bestPeer } = yardsticksOf(outcome.targets);
  const summaries = summarize(outcome);
  const described = describeRequest(request);
  return [
    background === undefined ? described : `${described} beside ${describeRequest(background)}`,
    ...textTable(titles(limit?.name ?? '', bestPeer?.name ?? '', variants?.[0]?.name ?? ''), summaries.map(cells)),
    ...(variants === undefined ? [] : [sharedCores]),
    ...summaries.flatMap((summary) => remarks(summary, bestPeer?.name)),
    ...otherPrograms(summaries),
    ...outcome.leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`),
  ];
}

const sharedCores =
  'server and load generator share all cores here, so requests/s say little; "possible" is "per CPU second" for each worker';

const titles = (limit: string, bestPeer: string, firstVariant: string) => [
  '',
  'requests/s',
  `of ${limit}`,
  `of ${bestPeer}`,
  'per CPU second',
  `of ${limit}`,
  `of ${bestPeer}`,
  'possible',
  `of ${firstVariant}`,
  'p50 ms',
  'p99 ms',
  'peak MiB',
  'processes',
  'start ms',
  'server CPU',
  'generator CPU',
  'database CPU',
  'other CPU',
];

function cells(summary: Summary): (string | undefined)[] {
  const { possible } = summary;
  return [
    summary.name,
    count(summary.requestsPerSecond),
    percent(summary.ofLimit?.requestsPerSecond),
    percent(summary.ofBestPeer?.requestsPerSecond),
    count(summary.requestsPerCpuSecond),
    percent(summary.ofLimit?.requestsPerCpuSecond),
    percent(summary.ofBestPeer?.requestsPerCpuSecond),
    count(possible?.requestsPerSecond),
    percent(possible?.ofFirst),
    milliseconds(summary.latencyP50Ms?.median),
    milliseconds(summary.latencyP99Ms?.median),
    summary.peakMemoryBytes && mebibytes(summary.peakMemoryBytes.max),
    possible && summary.processes && whole(summary.processes.max),
    whole(summary.startedInMs),
    percent(summary.serverCpuShare),
    percent(summary.generatorCpuShare),
    percent(summary.databaseCpuShare),
    percent(summary.otherCpuShare),
  ];
}

function remarks(summary: Summary, bestPeer: string | undefined): string[] {
  const { name, errors, flushes, backgroundPerSecond, goals } = summary;
  const errorList = Object.entries(errors).map(([kind, number]) => `${whole(number)} × ${kind}`);
  return [
    ...(errorList.length > 0 ? [`INVALID: ${name} had errors: ${errorList.join(', ')}`] : []),
    ...(flushes === 0 ? [`INVALID: ${name} never flushed, so the disk was not slow`] : []),
    ...(flushes === undefined ? [] : [`${name}: ${whole(flushes)} disk flushes in all rounds`]),
    ...(backgroundPerSecond === undefined ? [] : [`${name}: ${count(backgroundPerSecond)} requests/s beside it`]),
    ...goals.map(({ goal, median, isReached }) =>
      verdictLine({ text: `${name}: ${describeGoal(goal, median, bestPeer)}`, isReached }),
    ),
    ...otherLimits(summary),
  ];
}

function otherLimits({ name, generatorCpuShare, databaseCpuShare }: Summary): string[] {
  const generator = generatorCpuShare?.median ?? 0;
  const both = generator + (databaseCpuShare?.median ?? 0);
  if (both <= 0.9) return [];
  const limit =
    generator > 0.9
      ? 'the load generator was at its own limit'
      : 'the database and the load generator filled their core';
  return [`${name}: ${limit}; ${whatShows}`];
}

function otherPrograms(summaries: readonly Summary[]): string[] {
  const share = Math.max(0, ...summaries.map(({ otherCpuShare }) => otherCpuShare?.median ?? 0));
  if (share <= noticeableShare) return [];
  return [`other programs took up to ${(100 * share).toFixed(0)} % of a core; ${whatShows}`];
}

const whatShows = 'requests/s show that, "per CPU second" shows the server';

function describeGoal(goal: Goal, median: number, bestPeer = ''): string {
  switch (goal.measure) {
    case 'requestsPerSecond':
      return `${whole(median)} requests/s, wanted more than ${whole(goal.above)}`;
    case 'latencyP50Ms':
      return `a median of ${median.toFixed(2)} ms, wanted below ${whole(goal.below)} ms`;
    case 'requestsPerCpuSecondRatio': {
      const yardstick = goal.of === 'limit' ? 'the limit' : `the best peer, ${bestPeer},`;
      return `${median.toFixed(2)} times ${yardstick} per CPU second, wanted more than ${goal.above}`;
    }
    case 'possibleRatio':
      return `${median.toFixed(2)} times one worker, by processor time, wanted more than ${goal.above}`;
  }
}
