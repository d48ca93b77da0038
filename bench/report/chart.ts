import type { LoadOutcome, Outcome } from '../outcome.ts';
import type { TargetKind } from '../targets/target.ts';
import { type Machine, machineTitle } from './machine.ts';
import { summarize } from './summary.ts';

const margin = 24;
const columnWidth = 440;
const columnGap = 40;
const columns = 2;
const headHeight = 100;
const footHeight = 44;
const titleHeight = 44;
const rowHeight = 20;
const barHeight = 13;
const panelGap = 26;
const labelWidth = 104;
const valueWidth = 62;

interface Panel {
  readonly name: string;
  readonly about: string;
  readonly bars: readonly { readonly name: string; readonly kind: TargetKind; readonly value: number }[];
}

/**
 * The scenarios in which peers took part, as SVG: for each target a bar of its requests per CPU second. Undefined when
 * there is nothing to compare. Its colours follow the reader's, light or dark.
 */
export function drawChart(outcomes: readonly Outcome[], machine: Machine, subtitle: string): string | undefined {
  const panels = outcomes.filter((outcome) => outcome.kind === 'load').flatMap(panelOf);
  if (panels.length === 0) return undefined;
  const width = 2 * margin + columns * columnWidth + (columns - 1) * columnGap;
  const parts: string[] = [];
  let top = headHeight;
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns);
    parts.push(...row.map((panel, column) => drawPanel(panel, margin + column * (columnWidth + columnGap), top)));
    top += Math.max(...row.map(({ bars }) => titleHeight + bars.length * rowHeight)) + panelGap;
  }
  const height = top + footHeight - panelGap;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>Requests per second of processor time, by scenario and program</title>
<style>${style}</style>
<rect class="ground" width="${width}" height="${height}"/>
${text('head', margin, 30, 'Requests per second of processor time')}
${text('note', margin, 50, 'The more, the better. Dashed: the limit, a server that does nothing but repeat the answers of petstore.')}
${text('note', margin, 67, subtitle)}
${parts.join('\n')}
${text('note', margin, height - 20, machineTitle(machine))}
</svg>
`;
}

const style = `
text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
.head { font-size: 18px; font-weight: 600; }
.name { font-size: 14px; font-weight: 600; }
.note { fill: #59636e; }
.value { font-variant-numeric: tabular-nums; }
.ground { fill: #ffffff; }
.service { fill: #0969da; }
.peer { fill: #8c959f; }
.limit { fill: none; stroke: #8c959f; stroke-dasharray: 3 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .note { fill: #9198a1; }
  .ground { fill: #0d1117; }
  .service { fill: #4493f8; }
  .peer { fill: #656c76; }
  .limit { stroke: #656c76; }
}
`;

function panelOf(outcome: LoadOutcome): Panel[] {
  const { scenario, targets } = outcome;
  const summaries = summarize(outcome);
  if (scenario.disk.kind === 'slow' || !targets.some(({ kind }) => kind === 'peer')) return [];
  if (!summaries.every(({ isValid }) => isValid)) return [];
  const bars = targets.flatMap(({ name, kind }, index) => {
    const value = summaries[index]?.requestsPerCpuSecond?.median;
    return value === undefined ? [] : [{ name, kind, value }];
  });
  const { name, about } = scenario;
  return bars.length === 0 ? [] : [{ name, about, bars: bars.sort((one, other) => other.value - one.value) }];
}

/** Each panel has a scale of its own: its longest bar is as long as there is room. */
function drawPanel({ name, about, bars }: Panel, left: number, top: number): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const room = columnWidth - labelWidth - valueWidth;
  const rows = bars.map((bar, index) => {
    const middle = top + titleHeight + index * rowHeight;
    const length = (room * bar.value) / longest;
    const figure = Math.round(bar.value).toLocaleString('en-US');
    const size = `width="${length.toFixed(1)}" height="${barHeight}"`;
    return [
      text(bar.kind === 'service' ? '' : 'note', left, middle, bar.name),
      `<rect class="${bar.kind}" x="${left + labelWidth}" y="${middle - barHeight + 2.5}" ${size} rx="2"/>`,
      text('value', left + labelWidth + length + 6, middle, figure),
    ].join('');
  });
  return [text('name', left, top, name), text('note', left, top + 17, about), ...rows].join('\n');
}

function text(className: string, x: number, y: number, content: string): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text class="${className}" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${escaped}</text>`;
}
