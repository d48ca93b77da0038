import { drawingWidth, lineHeight, margin, text, wrap } from './svg.ts';

const columns = 2;
const columnGap = 36;
const columnWidth = (drawingWidth - 2 * margin - (columns - 1) * columnGap) / columns;
const rowHeight = 20;
const barHeight = 13;
const panelGap = 22;
const labelWidth = 96;

export interface Panel {
  readonly name: string;
  readonly about: string;
  readonly bars: readonly Bar[];
  /** A value to look for, as a line through all bars. */
  readonly mark?: number;
}

export interface Bar {
  readonly name: string;
  /** How it is drawn. */
  readonly kind: 'service' | 'peer' | 'limit';
  readonly value: number;
  /** What stands behind it. */
  readonly figure: string;
}

/** Panels beside and below each other, each on a scale of its own: its longest bar is as long as there is room. */
export function drawPanels(panels: readonly Panel[], top: number): { parts: string[]; bottom: number } {
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

function drawPanel({ name, about, bars, mark }: Panel, left: number, top: number, aboutLines: number): string {
  const longest = Math.max(...bars.map(({ value }) => value), mark ?? 0);
  const valueWidth = 10 + 7 * Math.max(...bars.map(({ figure }) => figure.length));
  const scale = (columnWidth - labelWidth - valueWidth) / longest;
  const begin = left + labelWidth;
  const firstRow = top + headHeight(aboutLines);
  const rows = bars.map(({ kind, name, value }, index) => {
    const base = firstRow + index * rowHeight;
    const size = `width="${(scale * value).toFixed(1)}" height="${barHeight}"`;
    const bar = `<rect class="${kind}" x="${begin}" y="${base - barHeight + 2.5}" ${size} rx="2"/>`;
    return text(kind === 'service' ? '' : 'note', left, base, name) + bar;
  });
  // Above the mark, which may run through them.
  const figures = bars.map(({ value, figure }, index) =>
    text('value halo', begin + scale * value + 6, firstRow + index * rowHeight, figure),
  );
  const head = [text('name', left, top, name)];
  head.push(...linesOf(about).map((line, index) => text('note', left, top + lineHeight * (index + 1), line)));
  if (mark !== undefined) rows.push(markLine(begin + scale * mark, firstRow - barHeight, bars.length * rowHeight));
  return [...head, ...rows, ...figures].join('\n');
}

function headHeight(aboutLines: number): number {
  return 27 + aboutLines * lineHeight;
}

function linesOf(about: string): string[] {
  return wrap(about, columnWidth);
}

function markLine(x: number, top: number, height: number): string {
  return `<line class="mark" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${top - 2}" y2="${top + height - 2}"/>`;
}
