import type { LoadOutcome, Outcome } from '../outcome.ts';
import { noticeableShare, whole } from './format.ts';
import { summarize } from './summary.ts';

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
  return panels.length === 0 ? undefined : draw(panels, [explanation, circumstances, ...noiseOf(outcomes)], machine);
}

/** A busy machine slows all programs, and those that handle requests in batches the most. */
function noiseOf(outcomes: readonly Outcome[]): string[] {
  const loads = outcomes.filter((outcome) => outcome.kind === 'load').flatMap(summarize);
  const share = Math.max(0, ...loads.map(({ otherCpuShare }) => otherCpuShare?.median ?? 0));
  return share <= noticeableShare ? [] : [`Other programs took up to ${whole(100 * share)} % of a core meanwhile.`];
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

const margin = 20;
const lineHeight = 17;
/** That of the text of a page on GitHub, so that 12 pixels are 12 there. */
const drawingWidth = 838;
const heading = 'Requests per second of processor time';
const explanation = 'The more the better. Dashed: the limit, a server that only repeats the responses of petstore.';

/** A picture whose colours follow the reader's, light or dark. */
function draw(panels: readonly Panel[], remarks: readonly string[], machine: string): string {
  const notes = remarks.flatMap((remark) => wrap(remark, drawingWidth - 2 * margin));
  const { parts, bottom } = drawPanels(panels, 84 + notes.length * lineHeight);
  const height = Math.ceil(bottom + 42);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawingWidth} ${height}" width="${drawingWidth}" height="${height}" role="img">
<title>${heading}, by scenario and program</title>
<style>${style}</style>
<rect class="ground" width="${drawingWidth}" height="${height}" rx="6"/>
${text('head', margin, 34, heading)}
${notes.map((note, index) => text('note', margin, 56 + index * lineHeight, note)).join('\n')}
${parts.join('\n')}
${text('note', margin, height - 18, machine)}
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

function text(className: string, x: number, y: number, content: string): string {
  return `<text class="${className}" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${escapeXml(content)}</text>`;
}

/** Lines that fit a width. Fonts differ: the width of a letter is a generous guess. */
export function wrap(content: string, width: number): string[] {
  const letters = Math.floor(width / 6.4);
  const lines: string[] = [];
  for (const word of content.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trimStart();
    if (lines.length === 0 || longer.length > letters) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const columns = 2;
const columnGap = 36;
const columnWidth = (drawingWidth - 2 * margin - (columns - 1) * columnGap) / columns;
const rowHeight = 20;
const barHeight = 13;
const panelGap = 22;
const labelWidth = 118;

interface Panel {
  readonly name: string;
  readonly about: string;
  readonly bars: readonly Bar[];
}

interface Bar {
  readonly name: string;
  /** How it is drawn. */
  readonly kind: 'service' | 'peer' | 'limit';
  readonly value: number;
  /** What stands behind it. */
  readonly figure: string;
}

/** Panels beside and below each other, each on a scale of its own: its longest bar is as long as there is room. */
function drawPanels(panels: readonly Panel[], top: number): { parts: string[]; bottom: number } {
  const parts: string[] = [];
  let bottom = top;
  for (let first = 0; first < panels.length; first += columns) {
    const row = panels.slice(first, first + columns);
    const aboutLines = Math.max(...row.map(({ about }) => linesOf(about).length));
    parts.push(
      ...row.map((panel, column) => drawPanel(panel, margin + column * (columnWidth + columnGap), bottom, aboutLines)),
    );
    bottom += headHeight(aboutLines) + Math.max(...row.map(({ bars }) => bars.length)) * rowHeight + panelGap;
  }
  return { parts, bottom: bottom - panelGap };
}

function drawPanel({ name, about, bars }: Panel, left: number, top: number, aboutLines: number): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const valueWidth = 10 + 7 * Math.max(...bars.map(({ figure }) => figure.length));
  const scale = (columnWidth - labelWidth - valueWidth) / longest;
  const begin = left + labelWidth;
  const firstRow = top + headHeight(aboutLines);
  const rows = bars.map(({ kind, name, value, figure }, index) => {
    const base = firstRow + index * rowHeight;
    const size = `width="${(scale * value).toFixed(1)}" height="${barHeight}"`;
    const bar = `<rect class="${kind}" x="${begin}" y="${base - barHeight + 2.5}" ${size} rx="2"/>`;
    const label = text(kind === 'service' ? '' : 'note', left, base, name);
    return label + bar + text('value', begin + scale * value + 6, base, figure);
  });
  const head = [text('name', left, top, name)];
  head.push(...linesOf(about).map((line, index) => text('note', left, top + lineHeight * (index + 1), line)));
  return [...head, ...rows].join('\n');
}

function headHeight(aboutLines: number): number {
  return 27 + aboutLines * lineHeight;
}

function linesOf(about: string): string[] {
  return wrap(about, columnWidth);
}
