import type { Rule } from './history/rules.ts';
import type { Trial, TrialResult } from './trial.ts';

const heads = [
  'trial',
  'rounds',
  'faults',
  'acknowledged',
  'lost',
  'ids twice',
  '500s',
  'other',
  'recovery ms, median / max',
];

/** The results as a table in Markdown. A trial without a result did not run. */
export function summarize(results: readonly (readonly [Trial, TrialResult | string])[]): string[] {
  const rows = results.map(([{ name }, result]) =>
    typeof result === 'string' ? [name, result, ...heads.slice(2).map(() => '')] : [name, ...cells(result)],
  );
  return toTable(heads, rows);
}

const outageHeads = ['trial', 'fault', 'times', 'without a write ms, median / max', 'without a read ms, median / max'];

/** How long nodes served nothing, by kind of fault, as a table in Markdown. */
export function summarizeOutages(results: readonly (readonly [Trial, TrialResult | string])[]): string[] {
  const rows = results.flatMap(([{ name }, result]) => {
    const outages = typeof result === 'string' ? [] : (result.outages ?? []);
    return [...Map.groupBy(outages, ({ fault }) => fault)].map(([fault, those]) => {
      const times = those.length.toLocaleString('en');
      return [name, fault, times, ...[those.map((one) => one.writesMs), those.map((one) => one.readsMs)].map(toSpan)];
    });
  });
  return rows.length === 0 ? [] : toTable(outageHeads, rows);
}

function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function cells({ rounds, faults, acknowledged, violations, recoveriesMs }: TrialResult): string[] {
  const count = (rule: Rule) => violations.filter((violation) => violation.rule === rule).length;
  const errors = violations.filter(({ rule, detail }) => rule === 'answers' && / returned 500 /.test(detail)).length;
  const [lost, idTwice] = [count('lost'), count('idTwice')];
  const counts = [rounds, faults, acknowledged, lost, idTwice, errors, violations.length - lost - idTwice - errors];
  return [...counts.map((value) => value.toLocaleString('en')), toSpan(recoveriesMs)];
}

/** Median and maximum. */
function toSpan(times: readonly number[]): string {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted.length === 0 ? '-' : `${whole(sorted[sorted.length >> 1])} / ${whole(sorted.at(-1))}`;
}

function whole(value = 0): string {
  return Math.round(value).toLocaleString('en');
}
