import type { LoadOutcome, Outcome } from '../outcome.ts';
import { drawPanels, type Panel } from './bar-panels.ts';
import { whole } from './format.ts';
import { summarize } from './summary.ts';
import { draw } from './svg.ts';

/**
 * The scenarios in which peers took part, as SVG: for each target a bar of its requests per CPU second. Undefined when
 * there is nothing to compare.
 */
export function drawLoadChart(
  outcomes: readonly Outcome[],
  machine: string,
  circumstances: string,
): string | undefined {
  const panels = outcomes.filter((outcome) => outcome.kind === 'load').flatMap(panelOf);
  if (panels.length === 0) return undefined;
  return draw({
    title: 'Requests per second of processor time, by scenario and program',
    heading: 'Requests per second of processor time',
    notes: [
      'The more the better. Dashed: the limit, a server that does nothing but repeat the answers of petstore.',
      circumstances,
    ],
    body: (top) => drawPanels(panels, top + 12),
    foot: machine,
  });
}

function panelOf(outcome: LoadOutcome): Panel[] {
  const { scenario, targets } = outcome;
  const summaries = summarize(outcome);
  if (scenario.disk.kind === 'slow' || !targets.some(({ kind }) => kind === 'peer')) return [];
  if (!summaries.every(({ isValid }) => isValid)) return [];
  const bars = targets.flatMap(({ name, kind }, index) => {
    const value = summaries[index]?.requestsPerCpuSecond?.median;
    return value === undefined ? [] : [{ name, kind, value, figure: whole(value) }];
  });
  const { name, about } = scenario;
  return bars.length === 0 ? [] : [{ name, about, bars: bars.sort((one, other) => other.value - one.value) }];
}
