import type { Outcome, StartOutcome } from '../outcome.ts';
import { count, textTable } from './format.ts';
import { growthLines } from './growth-report.ts';
import { loadLines } from './load-report.ts';
import { spreadOf } from './statistics.ts';
import { steadyLines } from './steady-report.ts';

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
    case 'growth':
      return growthLines(outcome);
    case 'steady':
      return steadyLines(outcome);
    case 'skipped':
      return [`skipped: ${outcome.reason}`];
  }
}

function startLines({ targets, leftOut }: StartOutcome): string[] {
  const rows = targets.map(({ name, startedInMs }) => [name, count(spreadOf(startedInMs))]);
  return [...textTable(['', 'start ms'], rows), ...leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`)];
}
