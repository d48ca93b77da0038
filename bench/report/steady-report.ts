import type { SteadyOutcome } from '../outcome.ts';
import { describeRequest, mebibytes, milliseconds, noticeableShare, textTable, verdictLine, whole } from './format.ts';
import { type Latencies, type SteadyMinute, summarizeSteady } from './steady-summary.ts';

const minuteTitles = [
  'minute',
  'requests/s',
  'reads p50 ms',
  'p99',
  'p99.9',
  'longest',
  'creates p99.9 ms',
  'longest',
  'memory MiB',
  'descriptors',
  'threads',
  'WAL MiB',
  'WAL begun again',
];

/** The minutes of a steady load, and whether it kept its goals. */
export function steadyLines(outcome: SteadyOutcome): string[] {
  const { minutes, all, reads, creates, checkpoint, verdicts } = summarizeSteady(outcome);
  const { errors, generatorCpuShare, otherCpuShare, serverCpuShare } = outcome.round;
  const errorList = Object.entries(errors).map(([kind, number]) => `${whole(number)} × ${kind}`);
  const share = (cpu: number | null) => `${((cpu ?? 0) * 100).toFixed(0)} %`;
  return [
    describeRequest(outcome.scenario.request),
    ...textTable(minuteTitles, minutes.map(cells)),
    '',
    ...textTable(
      ['', 'p50 ms', 'p99 ms', 'p99.9 ms', 'longest ms'],
      [
        ['all', ...latencyCells(all)],
        ['reads', ...latencyCells(reads)],
        ['creates', ...latencyCells(creates)],
        ['reads beside a checkpoint', ...latencyCells(checkpoint.reads)],
        ['other reads', ...latencyCells(checkpoint.otherReads)],
      ],
    ),
    '',
    `${checkpoint.intervals} of ${outcome.intervals.length} intervals of ${outcome.scenario.intervalSeconds} s had a checkpoint after which the log began again`,
    ...(outcome.scenario.variant === undefined ? [] : ['server and load generator share all cores here']),
    `server CPU ${share(serverCpuShare)}, generator CPU ${share(generatorCpuShare)}, other CPU ${share(otherCpuShare)}`,
    ...((otherCpuShare ?? 0) > noticeableShare
      ? ['requests/s and latencies show what the other programs took, too']
      : []),
    ...(errorList.length > 0 ? [`INVALID: there were errors: ${errorList.join(', ')}`] : []),
    ...(minutes.length < 3 ? ['too short to tell whether anything grows: it takes 3 minutes'] : []),
    ...verdicts.map(verdictLine),
  ];
}

function cells(minute: SteadyMinute): (string | undefined)[] {
  const { reads, creates } = minute;
  return [
    whole(minute.minute),
    whole(minute.requestsPerSecond),
    ...latencyCells(reads),
    milliseconds(creates.p999Ms),
    milliseconds(creates.maxMs),
    minute.memoryBytes === undefined ? undefined : mebibytes(minute.memoryBytes),
    minute.descriptors === undefined ? undefined : whole(minute.descriptors),
    minute.threads === undefined ? undefined : whole(minute.threads),
    minute.walBytes === undefined ? undefined : mebibytes(minute.walBytes),
    whole(minute.walRestarts),
  ];
}

function latencyCells({ p50Ms, p99Ms, p999Ms, maxMs }: Latencies): (string | undefined)[] {
  return [p50Ms, p99Ms, p999Ms, p50Ms === null ? null : maxMs].map(milliseconds);
}
