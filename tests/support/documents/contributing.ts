import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const documents = ['CONTRIBUTING.md', 'docs/changing.md'];

/**
 * Carries out what the blocks of code of a section of CONTRIBUTING.md or docs/changing.md say, each in the file that was named last before it.
 * @param read the content of a file, '' if there is none
 * @returns the changed files, by their paths
 */
export function followSection(title: string, read: (path: string) => string): Map<string, string> {
  const texts = documents.map((path) => readFileSync(join(import.meta.dir, '../../..', path), 'utf8'));
  const [, section = ''] = new RegExp(`^## ${title}\\n(.*?)^## `, 'ms').exec([...texts, '## '].join('\n')) ?? [];
  const changed = new Map<string, string>();
  for (const [block, language, code = ''] of section.matchAll(/^ {3}```(\w+)\n(.*?)^ {3}```$/gms)) {
    const before = section.slice(0, section.indexOf(block));
    const named = [...before.matchAll(/`([\w/.-]+\/[\w.-]+\.ts|\d+\.\w+\.sql)`/g)].at(-1)?.[1] ?? '';
    const path = named.endsWith('.sql') ? `src/store/migrations/${named}` : named;
    const lines = code.replaceAll(/^ {3}/gm, '');
    const text = changed.get(path) ?? read(path);
    changed.set(path, language === 'diff' ? applyDiff(path, text, lines) : append(text, lines));
  }
  return changed;
}

/** Imports go to the beginning. */
function append(text: string, code: string): string {
  const [, imports = '', rest = ''] = /^((?:import .*\n)*)(.*)$/s.exec(code) ?? [];
  return `${imports}${text}\n${rest.trimStart()}`;
}

function applyDiff(path: string, text: string, diff: string): string {
  const lines = diff.trimEnd().split('\n');
  const without = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? [] : [line.slice(1)])).join('\n');
  const old = without('+');
  if (text.split(old).length !== 2) throw new Error(`${path} must have these lines once:\n${old}`);
  return text.replace(old, () => without('-'));
}
