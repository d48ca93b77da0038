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
  const sorted = [...recoveriesMs].sort((one, other) => one - other);
  const recovery = sorted.length === 0 ? '-' : `${whole(sorted[sorted.length >> 1])} / ${whole(sorted.at(-1))}`;
  return [...counts.map((value) => value.toLocaleString('en')), recovery];
}

function whole(value = 0): string {
  return Math.round(value).toLocaleString('en');
}
