import type { LoadOutcome, Outcome, StartOutcome } from '../outcome.ts';
import type { Goal, RequestTemplate } from '../scenarios/scenario.ts';
import { type Spread, spreadOf } from './statistics.ts';
import { type Summary, summarize, yardsticksOf } from './summary.ts';
import { textTable } from './text-table.ts';

/** What a person reads about one scenario. */
export function report(outcome: Outcome): string {
  const head = `${outcome.scenario.name}: ${outcome.scenario.about}`;
  return [head, ...linesOf(outcome).map((line) => `  ${line}`), ''].join('\n');
}

function linesOf(outcome: Outcome): string[] {
  switch (outcome.kind) {
    case 'load':
      return loadLines(outcome);
    case 'start':
      return startLines(outcome);
    case 'skipped':
      return [`skipped: ${outcome.reason}`];
  }
}

const titles = (limit: string, bestPeer: string) => [
  '',
  'requests/s',
  `of ${limit}`,
  `of ${bestPeer}`,
  'per CPU second',
  `of ${limit}`,
  `of ${bestPeer}`,
  'p50 ms',
  'p99 ms',
  'peak MiB',
  'server CPU',
  'generator CPU',
  'database CPU',
];

function loadLines(outcome: LoadOutcome): string[] {
  const { request, background } = outcome.scenario;
  const { limit, bestPeer } = yardsticksOf(outcome.targets);
  const summaries = summarize(outcome);
  return [
    background === undefined ? describe(request) : `${describe(request)} beside ${describe(background)}`,
    ...textTable(titles(limit?.name ?? '', bestPeer?.name ?? ''), summaries.map(cells)),
    ...summaries.flatMap((summary) => remarks(summary, bestPeer?.name)),
    ...outcome.leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`),
  ];
}

function cells(summary: Summary): (string | undefined)[] {
  return [
    summary.name,
    count(summary.requestsPerSecond),
    percent(summary.ofLimit?.requestsPerSecond),
    percent(summary.ofBestPeer?.requestsPerSecond),
    count(summary.requestsPerCpuSecond),
    percent(summary.ofLimit?.requestsPerCpuSecond),
    percent(summary.ofBestPeer?.requestsPerCpuSecond),
    summary.latencyP50Ms?.median.toFixed(2),
    summary.latencyP99Ms?.median.toFixed(2),
    summary.peakMemoryBytes && (summary.peakMemoryBytes.max / 1024 ** 2).toFixed(0),
    percent(summary.serverCpuShare),
    percent(summary.generatorCpuShare),
    percent(summary.databaseCpuShare),
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
    ...goals.map(
      ({ goal, median, isReached }) =>
        `${name}: ${describeGoal(goal, median, bestPeer)}: ${isReached ? 'reached' : 'MISSED'}`,
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
  return [`${name}: ${limit}; requests/s show that, "per CPU second" shows the server`];
}

function startLines({ targets }: StartOutcome): string[] {
  return targets.map(({ name, startedInMs }) => `${name}  ${count(spreadOf(startedInMs))} ms`);
}

function describe({ method, paths, isPaged, isConditional, sometimes }: RequestTemplate): string {
  return [
    `${method} ${paths.join(', ')}`,
    ...(isPaged ? ['&cursor=…'] : []),
    ...(isConditional ? [' with If-None-Match'] : []),
    ...(sometimes === undefined ? [] : [`, one in ${sometimes.oneIn} ${describe(sometimes.request)}`]),
  ].join('');
}

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
  }
}

function count(spread: Spread | undefined): string | undefined {
  return spread && `${whole(spread.median)} (${whole(spread.min)}–${whole(spread.max)})`;
}

function percent(spread: Spread | undefined): string | undefined {
  return spread && `${(spread.median * 100).toFixed(0)} %`;
}

function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}
