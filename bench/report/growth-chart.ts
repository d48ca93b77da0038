import type { GrowthOutcome } from '../outcome.ts';
import { type Bar, drawPanels, type Panel } from './bar-panels.ts';
import { whole } from './format.ts';
import { type GrowthSummary, summarizeGrowth } from './growth-summary.ts';
import { draw } from './svg.ts';

/** A bar for each size, load by load, and the goals as lines through them. */
export function drawGrowthChart(outcome: GrowthOutcome, machine: string, circumstances: string): string {
  const summary = summarizeGrowth(outcome);
  const { ratioAtLeast } = outcome.scenario.goals;
  const part = `${Math.round(100 * ratioAtLeast)} %`;
  return draw({
    title: 'Speed, memory and start-up of petstore by number of animals',
    heading: 'petstore with more and more animals',
    notes: [
      `Requests per second of processor time; the more the better. Dashed: the goal, ${part} of the speed with the fewest animals, or what memory and start must stay below.`,
      circumstances,
    ],
    body: (top) => drawPanels([...speedPanels(outcome, summary), ...sizePanels(outcome, summary)], top + 12),
    foot: machine,
  });
}

function speedPanels({ scenario }: GrowthOutcome, { rows }: GrowthSummary): Panel[] {
  return scenario.loads.flatMap(({ name, about }) => {
    const own = rows.filter(({ load }) => load === name);
    const first = own[0]?.requestsPerCpuSecond.spread?.median;
    const bars = own.flatMap(({ animals, requestsPerCpuSecond: { spread, speedRatio } }) => {
      const ratio = speedRatio && animals !== scenario.sizes[0] ? ` · ${Math.round(100 * speedRatio.median)} %` : '';
      return spread === undefined ? [] : [barOf(animals, spread.median, `${whole(spread.median)}${ratio}`)];
    });
    if (first === undefined) return [];
    return [{ name, about, bars, mark: scenario.goals.ratioAtLeast * first }];
  });
}

function sizePanels({ scenario: { goals } }: GrowthOutcome, { sizes }: GrowthSummary): Panel[] {
  const memory = sizes.flatMap(({ animals, peakMemoryBytes }) => {
    const peakMiB = peakMemoryBytes && peakMemoryBytes.max / 1024 ** 2;
    return peakMiB === undefined ? [] : [barOf(animals, peakMiB, `${whole(peakMiB)} MiB`)];
  });
  const start = sizes.flatMap(({ animals, startedInMs }) =>
    startedInMs === undefined ? [] : [barOf(animals, startedInMs.median, `${whole(startedInMs.median)} ms`)],
  );
  return [
    { name: 'memory', about: 'the most it held; the less the better', bars: memory, mark: goals.peakMemoryMiBBelow },
    {
      name: 'start',
      about: 'to the first answer of /readyz; the less the better',
      bars: start,
      mark: goals.startMsBelow,
    },
  ].filter(({ bars }) => bars.length > 0);
}

function barOf(animals: number, value: number, figure: string): Bar {
  return { name: whole(animals), kind: 'service', value, figure };
}
