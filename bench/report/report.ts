import { formatColumns } from '../../cli/client/api/text-columns.ts';
import type { RequestTemplate } from '../scenario.ts';
import { columns, percent, type Yardstick } from './figures.ts';
import type { Outcome } from './outcome.ts';
import { faultsOf, judge, type Summary, summarize, yardsticksFor } from './summary.ts';

/** Of a core: from here on it is told that somebody else took it. */
const noticeableShare = 0.1;
const fullShare = 0.9;

/** What a person reads about one scenario: its table, and what must be known to read it. */
export function report(outcome: Outcome): string {
  const { scenario, leftOut } = outcome;
  const summaries = summarize(outcome);
  const lines = [
    ...new Set(
      scenario.loads.map(({ request, together }) =>
        [request, ...(together ? [together.request] : [])].map(describeRequest).join(' beside '),
      ),
    ),
    ...table(outcome, summaries),
    ...summaries.flatMap(faultsOf),
    ...(sharesCores(outcome) ? ['server and load generator share all cores here: compare "per CPU second"'] : []),
    ...remarks(summaries),
    ...judge(outcome).map(({ text }) => text),
    ...leftOut.map(({ name, reason }) => `${name} is left out: ${reason}`),
  ];
  return [`${scenario.name}: ${scenario.about}`, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

/** A scenario with errors proves nothing. */
export function isValid(outcome: Outcome): boolean {
  return summarize(outcome).every((summary) => faultsOf(summary).length === 0);
}

function table(outcome: Outcome, summaries: readonly Summary[]): string[] {
  const cells = columns.flatMap(([figure, { title, show, hasRange, isPeak, of = [] }]) => [
    [
      title,
      ...summaries.map(({ figures }) => {
        const spread = figures[figure];
        if (spread === undefined) return '';
        if (isPeak) return show(spread.max);
        const range = hasRange && spread.max > spread.min ? ` (${show(spread.min)}–${show(spread.max)})` : '';
        return `${show(spread.median)}${range}`;
      }),
    ],
    ...of.map((yardstick) => [
      `of ${nameOf(yardstick, outcome)}`,
      ...summaries.map(({ ratios }) => {
        const ratio = ratios[yardstick]?.[figure];
        return ratio === undefined ? '' : percent(ratio.median);
      }),
    ]),
  ]);
  const shown = cells.filter(([, ...values]) => values.some((value) => value !== ''));
  const labels = ['', ...summaries.map(({ label }) => label)];
  const lines = labels.map((label, index) => [label, ...shown.map((column) => column[index] || '-')]);
  return formatColumns(lines, { isNumber: [false, ...shown.map(() => true)] })
    .trimEnd()
    .split('\n');
}

function nameOf(yardstick: Yardstick, outcome: Outcome): string {
  const [row] = outcome.rows.flatMap((one) => yardsticksFor(one, outcome)[yardstick] ?? []);
  return row?.name ?? yardstick;
}

function sharesCores({ scenario: { beside } }: Outcome): boolean {
  return typeof beside !== 'string' && beside.some(({ workers }) => workers !== undefined);
}

function remarks(summaries: readonly Summary[]): string[] {
  const most = (shareOf: (summary: Summary) => number) => Math.max(0, ...summaries.map(shareOf));
  const whatShows = 'requests/s and latencies show that, "per CPU second" shows the server';
  const other = most(({ figures }) => figures.otherCpu?.median ?? 0);
  const full = most(({ figures }) => (figures.generatorCpu?.median ?? 0) + (figures.databaseCpu?.median ?? 0));
  return [
    ...(full > fullShare ? [`load generator and database filled their core; ${whatShows}`] : []),
    ...(other > noticeableShare ? [`other programs took up to ${percent(other)} of a core; ${whatShows}`] : []),
  ];
}

/** What is asked for, in one line. */
function describeRequest({ method, paths, isConditional, sometimes }: RequestTemplate): string {
  return [
    `${method} ${paths.join(', ').replace('{page}', 'limit=…&cursor=…')}`,
    ...(isConditional ? [' with If-None-Match'] : []),
    ...(sometimes === undefined ? [] : [`, one in ${sometimes.oneIn} ${describeRequest(sometimes.request)}`]),
  ].join('');
}
