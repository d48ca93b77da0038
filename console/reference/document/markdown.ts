/** A part of a line. */
export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** A part of a text. */
export type MarkdownBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string; readonly slug: string }
  | { readonly kind: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string };

const inline =
  /(?<fence>`+)(?<code>.+?)\k<fence>|\[(?<label>[^\]]+)\]\((?<target>[^)\s]+)\)|\*\*(?<strong>[^*]+)\*\*|\*(?<emphasis>[^*]+)\*|(?<url>https?:\/\/[^\s<>()]*[^\s<>().,;:!?'"])/gs;
const item = /^(?:[-*]|(\d+)[.)])\s+/;

/**
 * Reads the Markdown that API descriptions are written in: headings, paragraphs, flat lists, fenced code, and in lines
 * code, links, strong and emphasised words. Everything else, HTML too, is text.
 */
export function readMarkdown(source: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lines = source.replaceAll('\r\n', '\n').split('\n');
  for (let start = 0; start < lines.length; ) {
    const { block, end } = readBlock(lines, start);
    if (block !== undefined) blocks.push(block);
    start = end;
  }
  return blocks;
}

export function listHeadings(source: string): { slug: string; text: string }[] {
  return readMarkdown(source).flatMap((block) =>
    block.kind === 'heading' ? [{ slug: block.slug, text: block.text }] : [],
  );
}

interface Read {
  readonly block: MarkdownBlock | undefined;
  /** The first line that is not part of the block. */
  readonly end: number;
}

function readBlock(lines: readonly string[], start: number): Read {
  const line = lines[start] ?? '';
  if (line.trim() === '') return { block: undefined, end: start + 1 };
  if (line.startsWith('```')) {
    const close = lines.findIndex((other, index) => index > start && other.startsWith('```'));
    const end = close === -1 ? lines.length : close;
    return { block: { kind: 'code', text: lines.slice(start + 1, end).join('\n') }, end: end + 1 };
  }
  const [, marks, title] = /^(#{1,6})\s+(.+?)\s*#*$/.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    return { block: { kind: 'heading', level: marks.length, text: title, slug: toSlug(title) }, end: start + 1 };
  }
  return item.test(line) ? readList(lines, start) : readParagraph(lines, start);
}

function readList(lines: readonly string[], start: number): Read {
  const items: string[] = [];
  let end = start;
  for (; end < lines.length; end++) {
    const line = lines[end] ?? '';
    if (item.test(line)) items.push(line.replace(item, ''));
    else if (/^\s+\S/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else break;
  }
  const isOrdered = item.exec(lines[start] ?? '')?.[1] !== undefined;
  return { block: { kind: 'list', isOrdered, items: items.map(readInline) }, end };
}

function readParagraph(lines: readonly string[], start: number): Read {
  // As in CommonMark, a numbered list interrupts a paragraph only with its 1: a line may begin with any number.
  const isOther = (line: string) => line.trim() === '' || /^(?:```|#{1,6}\s|[-*]\s|1[.)]\s)/.test(line);
  const next = lines.findIndex((line, index) => index > start && isOther(line));
  const end = next === -1 ? lines.length : next;
  return { block: { kind: 'paragraph', content: readInline(lines.slice(start, end).join('\n')) }, end };
}

export function readInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let last = 0;
  for (const match of source.matchAll(inline)) {
    const part = toPart(match.groups ?? {});
    if (part === undefined) continue;
    if (match.index > last) parts.push({ kind: 'text', text: source.slice(last, match.index) });
    parts.push(part);
    last = match.index + match[0].length;
  }
  if (last < source.length) parts.push({ kind: 'text', text: source.slice(last) });
  return parts;
}

/** `undefined` for what stays text: a link that leads to anything but a web page or a fragment of this one. */
function toPart({
  code,
  label,
  target,
  strong,
  emphasis,
  url,
}: Record<string, string | undefined>): Inline | undefined {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  if (url !== undefined) return { kind: 'link', text: url, href: url };
  if (label === undefined || target === undefined || !/^(https?:\/\/|#)/.test(target)) return undefined;
  return { kind: 'link', text: label, href: target };
}

function toSlug(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-');
}
