/** A command of a document, or a program to run in its place. */
export interface DocumentCommand {
  /** Where it is in the document. */
  readonly line: number;
  readonly language: 'shell' | 'ts';
  readonly text: string;
  /** The lines that the document shows below it; none if it shows no output. */
  readonly output: readonly string[];
}

const fence = /^( *)```(\w*)\n(.*?)^ *```$/gms;

/**
 * The commands of a document in order: those behind `$ ` in blocks of the language `console`, the lines of blocks of the
 * language `sh`, and whole blocks of the language `ts`.
 */
export function readCommands(markdown: string): DocumentCommand[] {
  const commands: DocumentCommand[] = [];
  for (const { index, 1: indent = '', 2: language = '', 3: content = '' } of markdown.matchAll(fence)) {
    const firstLine = markdown.slice(0, index).split('\n').length + 1;
    const lines = content
      .trimEnd()
      .split('\n')
      .map((text) => (text.startsWith(indent) ? text.slice(indent.length) : text));
    if (language === 'ts') commands.push({ line: firstLine, language, text: lines.join('\n'), output: [] });
    if (language === '' && lines.some((line) => line.startsWith('$ '))) {
      throw new Error(`the block in line ${firstLine} must have the language console`);
    }
    if (language === 'console') commands.push(...ofSession(lines, firstLine));
    if (language === 'sh') {
      const prompted = joinContinued(lines).filter(({ text }) => text !== '' && !text.startsWith('#'));
      commands.push(...prompted.map(({ line, text }) => command(firstLine + line, text)));
    }
  }
  return commands;
}

/** Lines of a shell, each with those that continue it: behind a backslash, or in quotes that are open. */
function joinContinued(lines: readonly string[]): { line: number; text: string }[] {
  const joined: { line: number; text: string }[] = [];
  let isOpen = false;
  for (const [line, text] of lines.entries()) {
    const last = joined.at(-1);
    if (isOpen && last !== undefined) last.text += `\n${text}`;
    else joined.push({ line, text });
    const whole = joined.at(-1)?.text ?? '';
    isOpen = whole.endsWith('\\') || whole.split("'").length % 2 === 0;
  }
  return joined;
}

function ofSession(lines: readonly string[], firstLine: number): DocumentCommand[] {
  const commands: DocumentCommand[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    if (!line.startsWith('$ ')) throw new Error(`line ${firstLine + at} shows output before the first command`);
    const rest = [line.slice(2), ...lines.slice(at + 1)];
    const [{ text } = { text: '' }] = joinContinued(rest);
    const begin = at + text.split('\n').length;
    const next = lines.findIndex((other, index) => index >= begin && other.startsWith('$ '));
    const end = next < 0 ? lines.length : next;
    commands.push(command(firstLine + at, text, lines.slice(begin, end).join('\n').trimEnd().split('\n')));
    at = end;
  }
  return commands;
}

function command(line: number, text: string, output: string[] = []): DocumentCommand {
  return { line, language: 'shell', text, output: output.join('') === '' ? [] : output };
}

/** What differs from run to run, in output that is otherwise the same. */
const variable: readonly [shown: RegExp, pattern: string][] = [
  [/pet_(?:pub_|link_)?(?:prod|stag)_\w+/, 'pet_\\w+'],
  [/(?<=cursor=)[\w-]+/, '[\\w-]+'],
  [/(?<=X-Request-Id: )\S+/, '\\S+'],
  [/"#[0-9a-f]{6}"/, '"#[0-9a-f]{6}"'],
  [/\b[0-9a-f]{64}\b/, '[0-9a-f]{64}'],
  [/…/, '.*'],
  [/\d+(?:\.\d+)?/, '\\d+(?:\\.\\d+)?'],
  [/\banimals?\b/, 'animals?'],
  [/\s+/, '\\s+'],
];
const anyVariable = new RegExp(variable.map(([shown]) => `(${shown.source})`).join('|'), 'g');

/** What matches a line of a document: numbers, keys and blanks may differ, and `…` stands for any text. */
export function linePattern(shown: string): RegExp {
  let pattern = '';
  let end = 0;
  for (const match of shown.matchAll(anyVariable)) {
    const kind = match.slice(1).findIndex((group) => group !== undefined);
    pattern += RegExp.escape(shown.slice(end, match.index)) + (variable[kind]?.[1] ?? '');
    end = match.index + match[0].length;
  }
  return new RegExp(`^${pattern}${RegExp.escape(shown.slice(end))}\\s*$`);
}

/** How output differs from what a document shows; `undefined` if it does not. A line `...` stands for any lines. */
export function findDifference(shown: readonly string[], output: string): string | undefined {
  const lines = output.replaceAll('\r', '').trimEnd().split('\n');
  let at = 0;
  for (const [index, line] of shown.entries()) {
    if (line === '...') {
      const next = shown[index + 1];
      if (next === undefined) return undefined;
      const found = lines.findIndex((other, position) => position >= at && linePattern(next).test(other));
      if (found < 0) return `no line is like "${next}" in:\n${output}`;
      at = found;
    } else if (!linePattern(line).test(lines[at] ?? '')) {
      return `"${lines[at]}" is not like "${line}" in:\n${output}`;
    } else at += 1;
  }
  return at < lines.length ? `the document does not show "${lines[at]}" of:\n${output}` : undefined;
}
