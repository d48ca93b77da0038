import { LatencyHistogram } from '../load/latency-histogram.ts';
import type { SteadyOutcome } from '../outcome.ts';
import { whole } from './format.ts';
import { draw, drawingWidth, margin, text } from './svg.ts';

const plotHeight = 84;
const panelHeight = plotHeight + 52;
const axisWidth = 48;
const left = margin + axisWidth;
const right = drawingWidth - margin;

/** A line over the time of the load. What is null is left out. */
interface Series {
  readonly name: string;
  readonly points: readonly (readonly [atSeconds: number, value: number | null])[];
}

interface Plot {
  readonly name: string;
  readonly first: Series;
  readonly second?: Series;
}

/** Requests, the slowest one in a thousand, memory and the log, over the time of the load. */
export function drawSteadyChart(outcome: SteadyOutcome, machine: string, circumstances: string): string {
  const plots = plotsOf(outcome);
  const seconds = 60 * outcome.minutes;
  return draw({
    title: 'petstore under a steady load: speed, latency, memory and log over time',
    heading: 'petstore under a steady load',
    notes: [outcome.scenario.about, circumstances],
    body: (top) => ({
      parts: plots.map((plot, index) => drawPlot(plot, top + 8 + index * panelHeight, seconds)),
      bottom: top - 16 + plots.length * panelHeight,
    }),
    foot: machine,
  });
}

function plotsOf({ scenario: { intervalSeconds }, samples, intervals }: SteadyOutcome): Plot[] {
  const overIntervals = (name: string, value: (interval: (typeof intervals)[number]) => number | null): Series => ({
    name,
    points: intervals.map((interval, index) => [(index + 0.5) * intervalSeconds, value(interval)]),
  });
  const overSamples = (name: string, value: (sample: (typeof samples)[number]) => number): Series => ({
    name,
    points: samples.map((sample) => [sample.atSeconds, value(sample)]),
  });
  const slowest = (parts: Parameters<typeof LatencyHistogram.sumOf>[0]) =>
    LatencyHistogram.sumOf(parts).percentileMs(99.9);
  return [
    {
      name: 'requests/s',
      first: overIntervals('', ({ usual, rare }) => LatencyHistogram.sumOf([usual, rare]).count / intervalSeconds),
    },
    {
      name: 'p99.9, ms',
      first: overIntervals('reads', ({ usual }) => slowest([usual])),
      second: overIntervals('creates', ({ rare }) => slowest([rare])),
    },
    { name: 'memory, MiB', first: overSamples('', ({ memoryBytes }) => memoryBytes / 1024 ** 2) },
    { name: 'write-ahead log, MiB', first: overSamples('', ({ walBytes }) => walBytes / 1024 ** 2) },
  ];
}

function drawPlot({ name, first, second }: Plot, top: number, seconds: number): string {
  const shown = [first, ...(second === undefined ? [] : [second])];
  const highest = niceAbove(Math.max(0, ...shown.flatMap(({ points }) => points.map(([, value]) => value ?? 0))));
  const base = top + 12 + plotHeight;
  const x = (atSeconds: number) => left + ((right - left) * atSeconds) / seconds;
  const y = (value: number) => base - (plotHeight * value) / highest;
  const path = ({ points }: Series) =>
    points
      .flatMap(([atSeconds, value]) => (value === null ? [] : [`${x(atSeconds).toFixed(1)},${y(value).toFixed(1)}`]))
      .join(' ');
  return [
    text('name', margin, top, name),
    ...(second === undefined
      ? []
      : [text('end first-label', right - 60, top, first.name), text('end second-label', right, top, second.name)]),
    ...[0, 0.5, 1].flatMap((part) => gridLine(y(part * highest), part * highest)),
    ...[0, 0.25, 0.5, 0.75, 1].map((part) => timeLabel(part, x(part * seconds), base + 16, seconds)),
    `<polyline class="line" points="${path(first)}"/>`,
    ...(second === undefined ? [] : [`<polyline class="second" points="${path(second)}"/>`]),
  ].join('\n');
}

function gridLine(height: number, value: number): string[] {
  const figure = value < 10 && !Number.isInteger(value) ? value.toFixed(1) : whole(value);
  return [
    `<line class="grid" x1="${left}" x2="${right}" y1="${height.toFixed(1)}" y2="${height.toFixed(1)}"/>`,
    text('note value end', left - 8, height + 4, figure),
  ];
}

function timeLabel(part: number, x: number, y: number, seconds: number): string {
  const minutes = (part * seconds) / 60;
  const figure = `${Number(minutes.toFixed(2))}${part === 1 ? ' min' : ''}`;
  return text(`note value ${part === 0 ? '' : part === 1 ? 'end' : 'middle'}`, x, y, figure);
}

/** The next of 1, 2, 4, 5 or 8 times a power of ten, so that half of it is a plain number too. */
export function niceAbove(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 8].find((candidate) => candidate * power >= value) ?? 10;
  return step * power;
}
