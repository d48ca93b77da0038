import type { Goal } from '../scenario.ts';
import { columns, type Figure, figures, percent, type Yardstick } from './figures.ts';
import type { Outcome, Row } from './outcome.ts';
import { ratioOf, type Spread, spreadOf } from './statistics.ts';

/** A row of the report. */
export interface Summary {
  readonly label: string;
  readonly row: Row;
  readonly figures: Readonly<Partial<Record<Figure, Spread>>>;
  readonly ratios: Readonly<Partial<Record<Yardstick, Readonly<Partial<Record<Figure, Spread>>>>>>;
  readonly errors: Readonly<Record<string, number>>;
}

/** A goal, held against what was measured. */
export interface Verdict {
  readonly text: string;
  readonly isReached: boolean;
}

export function summarize(outcome: Outcome): Summary[] {
  return outcome.rows.map((row) => {
    const ratios = Object.entries(yardsticksFor(row, outcome)).map(([name, other]) => [name, compare(row, other)]);
    return {
      label: [row.name, row.load].filter(Boolean).join(', '),
      row,
      figures: spreads((figure) => spreadOf(columnOf(row, figure))),
      ratios: Object.fromEntries(ratios),
      errors: errorsOf(row),
    };
  });
}

/** The rows that a row is compared with: with the same load, and not itself. */
export function yardsticksFor(row: Row, { scenario, rows }: Outcome): Partial<Record<Yardstick, Row>> {
  const same = rows.filter(({ load }) => load === row.load);
  const first = typeof scenario.beside === 'string' ? undefined : same[0];
  const rate = (peer: Row) =>
    (spreadOf(columnOf(peer, 'requestsPerCpuSecond')) ?? spreadOf(columnOf(peer, 'requestsPerSecond')))?.median ?? 0;
  const [bestPeer] = same.filter(({ kind }) => kind === 'peer').sort((one, other) => rate(other) - rate(one));
  const ofKind = (wanted: Row['kind']) => same.find(({ kind }) => kind === wanted);
  const found = { limit: ofKind('limit'), 'reading limit': ofKind('reading limit'), 'best peer': bestPeer, first };
  return Object.fromEntries(Object.entries(found).filter(([, other]) => other !== undefined && other !== row));
}

/** One for each goal, or for each load if it is a ratio: the worst row decides. */
export function judge(outcome: Outcome): Verdict[] {
  const { scenario } = outcome;
  const candidates = summarize(outcome).filter(({ row }) => row.kind === 'service' && !row.isBeside);
  const loads = [...Map.groupBy(candidates, ({ row }) => row.load).values()];
  return scenario.goals.flatMap((goal) =>
    (goal.of === undefined ? [candidates] : loads).flatMap((summaries) => judgeOne(goal, summaries)),
  );
}

function judgeOne(goal: Goal, summaries: readonly Summary[]): Verdict[] {
  const { figure, of, atLeast, atMost } = goal;
  const column = columns.find(([name]) => name === figure)?.[1];
  const found = summaries.flatMap((summary) => {
    const spread = of === undefined ? summary.figures[figure] : summary.ratios[of]?.[figure];
    return spread === undefined ? [] : [{ label: summary.label, value: column?.isPeak ? spread.max : spread.median }];
  });
  const [worst] = found.sort((one, other) =>
    atLeast === undefined ? other.value - one.value : one.value - other.value,
  );
  if (worst === undefined) return [];
  const isReached =
    atLeast === undefined ? worst.value <= (atMost ?? Number.POSITIVE_INFINITY) : worst.value >= atLeast;
  const show = of === undefined ? figures[figure].show : percent;
  const wanted = atLeast === undefined ? `at most ${show(atMost ?? 0)}` : `at least ${show(atLeast)}`;
  const text = `${worst.label}: ${figures[figure].title} ${show(worst.value)}${of ? ` of the ${of}` : ''}, wanted ${wanted}`;
  return [{ text: `${text}: ${isReached ? 'reached' : 'MISSED'}`, isReached }];
}

/** What makes a row say nothing. */
export function faultsOf({ label, errors }: Summary): string[] {
  const list = Object.entries(errors).map(([kind, count]) => `${count.toLocaleString('en-US')} × ${kind}`);
  return list.length > 0 ? [`INVALID: ${label} had errors: ${list.join(', ')}`] : [];
}

function compare(row: Row, other: Row): Readonly<Partial<Record<Figure, Spread>>> {
  return spreads((figure) => ratioOf(columnOf(row, figure), columnOf(other, figure)));
}

function spreads(of: (figure: Figure) => Spread | undefined): Readonly<Partial<Record<Figure, Spread>>> {
  return Object.fromEntries(
    columns.flatMap(([figure]) => {
      const spread = of(figure);
      return spread === undefined ? [] : [[figure, spread]];
    }),
  );
}

function columnOf({ rounds }: Row, figure: Figure): (number | undefined)[] {
  return rounds.map((round) => round[figure]);
}

function errorsOf({ rounds }: Row): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const [kind, count] of rounds.flatMap(({ errors }) => Object.entries(errors)))
    totals[kind] = (totals[kind] ?? 0) + count;
  return totals;
}
