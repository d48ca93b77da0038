/** Finds what is hard to read in documents: sentences of more than 35 words, and cells of tables of more than 300 characters. */
import { readFileSync } from 'node:fs';

const limits = { sentenceWords: 35, cellCharacters: 300 };

/** A link is as long as its text. */
const withoutTargets = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']');

/** Each sentence of a block that is a paragraph or an item of a list. A colon at its end introduces what follows. */
function sentencesOf(block: string): string[] {
  const text = withoutTargets(block.replaceAll(/\s+/g, ' '));
  return text.split(/(?<=[.!?:]["'*_)\]]*) (?=["'*_([`]*[\p{Lu}\d`])/u);
}

export function findFaults(markdown: string): string[] {
  const prose = markdown.replaceAll(/^ *```.*?^ *```$/gms, '').replaceAll(/^ {4,}\S.*$/gm, '');
  const lines = prose.split('\n');
  const cells = lines.filter((line) => line.startsWith('|')).flatMap((row) => row.split(/(?<!\\)\|/));
  const longCells = cells.map((cell) => withoutTargets(cell.trim())).filter((cell) => cell.length > limits.cellCharacters);
  const text = lines.filter((line) => !/^(\||#)/.test(line)).join('\n');
  const blocks = text.split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/);
  const long = blocks.flatMap(sentencesOf).filter((sentence) => sentence.split(' ').length > limits.sentenceWords);
  return [
    ...longCells.map((cell) => `a cell of ${cell.length} characters: ${cell}`),
    ...long.map((sentence) => `a sentence of ${sentence.split(' ').length} words: ${sentence}`),
  ];
}

const files = [...new Bun.Glob('**/*.md').scanSync()].filter((path) => !/node_modules|^build\//.test(path)).sort();
for (const path of files) {
  const faults = findFaults(readFileSync(path, 'utf8'));
  if (faults.length > 0) console.log(`${path}: ${faults.length}`, process.argv.includes(path) ? faults.join('\n  ') : '');
}
