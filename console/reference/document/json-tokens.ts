import { parse } from 'lossless-json';

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'punctuation';
  readonly text: string;
}

const pattern =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)|(?<punctuation>\{\s*\}|\[\s*\]|[{}[\]:,])/g;

/**
 * Cuts JSON text into pieces with new indentation. Numbers, strings and names stay as they were written, in their order.
 * `undefined` when the text is not JSON.
 */
export function formatJson(text: string): Token[] | undefined {
  if (!isJson(text)) return undefined;
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  const layOut = (found: string) => {
    if (found === ':') return ': ';
    if (found === ',') return found + newLine();
    if (found.length > 1) return found.replaceAll(/\s/g, '');
    const isOpening = found === '{' || found === '[';
    depth += isOpening ? 1 : -1;
    return isOpening ? found + newLine() : newLine() + found;
  };
  return [...text.matchAll(pattern)].map(({ 0: found, groups = {} }) => {
    const kinds = Object.keys(groups) as Token['kind'][];
    const kind = kinds.find((one) => groups[one] !== undefined) ?? 'punctuation';
    return { kind, text: kind === 'punctuation' ? layOut(found) : found };
  });
}

/** Whether a text is JSON. A name that stands twice is allowed (RFC 8259, section 4). */
export function isJson(text: string): boolean {
  try {
    parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
    return true;
  } catch {
    return false;
  }
}
