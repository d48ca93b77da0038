export const margin = 20;
/** That of the text of a page on GitHub, so that 12 pixels are 12 there. */
export const drawingWidth = 838;

export interface Drawing {
  /** For those who hear it. */
  readonly title: string;
  readonly heading: string;
  /** Below the heading, a line each. */
  readonly notes: readonly string[];
  /** What is drawn with its first line of text at `top`, and where it ends. */
  readonly body: (top: number) => { readonly parts: readonly string[]; readonly bottom: number };
  readonly foot: string;
}

/** A picture whose colours follow the reader's, light or dark. */
export function draw({ title, heading, notes, body, foot }: Drawing): string {
  const lines = notes.flatMap((note) => wrap(note, drawingWidth - 2 * margin));
  const { parts, bottom } = body(72 + lines.length * lineHeight);
  const height = Math.ceil(bottom + 42);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawingWidth} ${height}" width="${drawingWidth}" height="${height}" role="img">
<title>${escapeXml(title)}</title>
<style>${style}</style>
<rect class="ground" width="${drawingWidth}" height="${height}" rx="6"/>
${text('head', margin, 34, heading)}
${lines.map((line, index) => text('note', margin, 56 + index * lineHeight, line)).join('\n')}
${parts.join('\n')}
${text('note', margin, height - 18, foot)}
</svg>
`;
}

export const lineHeight = 17;

const style = `
text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
.head { font-size: 18px; font-weight: 600; }
.name { font-size: 14px; font-weight: 600; }
.note { fill: #59636e; }
.value { font-variant-numeric: tabular-nums; }
.halo { paint-order: stroke; stroke: #ffffff; stroke-width: 4px; }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.ground { fill: #ffffff; }
.service { fill: #0969da; }
.peer { fill: #8c959f; }
.limit { fill: none; stroke: #8c959f; stroke-dasharray: 3 2; }
.mark { stroke: #59636e; stroke-dasharray: 3 2; }
.grid { stroke: #d1d9e0; }
.line { fill: none; stroke: #0969da; stroke-width: 1.5; stroke-linejoin: round; }
.second { fill: none; stroke: #bc4c00; stroke-width: 1.5; stroke-linejoin: round; }
text.first-label { fill: #0969da; }
text.second-label { fill: #bc4c00; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .note { fill: #9198a1; }
  .halo { stroke: #0d1117; }
  .ground { fill: #0d1117; }
  .service { fill: #4493f8; }
  .peer { fill: #656c76; }
  .limit { stroke: #656c76; }
  .mark { stroke: #9198a1; }
  .grid { stroke: #3d444d; }
  .line { stroke: #4493f8; }
  .second { stroke: #db6d28; }
  text.first-label { fill: #4493f8; }
  text.second-label { fill: #db6d28; }
}
`;

export function text(className: string, x: number, y: number, content: string): string {
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
