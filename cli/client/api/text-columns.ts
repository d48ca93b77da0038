import { escapeInvisible } from '../../../src/lib/visible-text.ts';

interface ColumnStyle {
  /** Printed when a column is new, or wider than before. */
  header?: readonly string[] | undefined;
  /** Which columns hold numbers, which are aligned to the right and never shortened. */
  isNumber?: readonly boolean[];
  /** How wide a text may be; unlimited by default. */
  maxCellWidth?: number;
  /** How wide the columns of the rows before are; becomes how wide they are with these. */
  widths?: number[];
  /** Longer lines are cut there. */
  columns?: number | undefined;
  isBold?: boolean;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Rows as aligned columns, measured as a terminal shows them: Chinese characters and emoji take two columns. */
export function formatColumns(rows: readonly (readonly string[])[], style: ColumnStyle = {}): string {
  const { header, isNumber = [], maxCellWidth = Number.POSITIVE_INFINITY, columns, isBold, widths = [] } = style;
  const cells = rows.map((row) =>
    row.map((text, column) => {
      const safe = escapeInvisible(text);
      return isNumber[column] ? safe : fitWidth(safe, maxCellWidth);
    }),
  );
  let isMoved = false;
  for (const row of header === undefined ? cells : [header, ...cells]) {
    for (const [column, text] of row.entries()) {
      const [width, before] = [Bun.stringWidth(text), widths[column]];
      if (before !== undefined && width <= before) continue;
      widths[column] = width;
      // A longer text at the end of a line moves nothing.
      if (before === undefined || column < row.length - 1 || isNumber[column]) isMoved = true;
    }
  }
  const shown = isMoved ? header : undefined;
  const lines = (shown === undefined ? cells : [shown, ...cells]).map((row) => {
    const line = row.map((text, column) => pad(text, widths[column] ?? 0, isNumber[column] === true)).join('  ');
    return fitWidth(line.trimEnd(), columns ?? Number.POSITIVE_INFINITY);
  });
  return lines.map((line, index) => `${isBold && shown && index === 0 ? `\x1b[1m${line}\x1b[22m` : line}\n`).join('');
}

function pad(text: string, width: number, isRight: boolean): string {
  const blanks = ' '.repeat(width - Bun.stringWidth(text));
  return isRight ? blanks + text : text + blanks;
}

/** Cuts a text to a width, never within a character that is made of several code points. */
function fitWidth(text: string, width: number): string {
  if (Bun.stringWidth(text) <= width) return text;
  let short = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += Bun.stringWidth(segment);
    if (used > width - 1) break;
    short += segment;
  }
  return `${short}…`;
}
