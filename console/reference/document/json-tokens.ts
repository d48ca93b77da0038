import { parse } from 'lossless-json';

export interface Token {
  readonly kind: 'name' | 'string' | 'number' | 'literal' | 'punctuation';
  readonly text: string;
}

const pattern =
  /(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)|(?<punctuation>[{}[\]:,])/g;

/**
 * Cuts JSON text into pieces with new indentation. Numbers, strings and names stay as they were written, in their order.
 * `undefined` when the text is not JSON.
 */
export function formatJson(text: string): Token[] | undefined {
  if (!isJson(text)) return undefined;
  const raw = [...text.matchAll(pattern)].map(({ 0: found, groups = {} }) => ({ text: found, kind: kindOf(groups) }));
  const tokens: Token[] = [];
  let depth = 0;
  for (const [index, { kind, text: found }] of raw.entries()) {
    const next = raw[index + 1]?.text;
    const newLine = () => `\n${'  '.repeat(depth)}`;
    if (found === '{' || found === '[') {
      const isEmpty = next === '}' || next === ']';
      depth++;
      tokens.push({ kind, text: isEmpty ? found : found + newLine() });
    } else if (found === '}' || found === ']') {
      depth--;
      const before = raw[index - 1]?.text;
      tokens.push({ kind, text: before === '{' || before === '[' ? found : newLine() + found });
    } else if (found === ',') tokens.push({ kind, text: `,${newLine()}` });
    else if (found === ':') tokens.push({ kind, text: ': ' });
    else tokens.push({ kind: next === ':' ? 'name' : kind, text: found });
  }
  return tokens;
}

function kindOf(groups: Record<string, string | undefined>): Token['kind'] {
  if (groups['string'] !== undefined) return 'string';
  if (groups['number'] !== undefined) return 'number';
  return groups['literal'] === undefined ? 'punctuation' : 'literal';
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
