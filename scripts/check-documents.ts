/** Finds in documents what is too long to read: sentences of more than 25 words, and cells of tables of more than 300 characters. */
import { readFileSync } from 'node:fs';

const limits = { sentenceWords: 25, cellCharacters: 300 };

/** A link is as long as its text. */
const withoutTargets = (text: string) => text.replaceAll(/\]\([^)]*\)/g, ']');

function sentencesOf(block: string): string[] {
  const text = withoutTargets(block.replaceAll(/\s+/g, ' '));
  return text.split(/(?<=[.!?:]["'*_)\]]*) (?=["'*_([`]*[\p{Lu}\d`])/u);
}

function findFaults(markdown: string): string[] {
  const prose = markdown.replaceAll(/^ *```.*?^ *```$/gms, '').replaceAll(/^ {4,}\S.*$/gm, '');
  const lines = prose.split('\n');
  const cells = lines.filter((line) => line.startsWith('|')).flatMap((row) => row.split(/(?<!\\)\|/));
  // A cell of flags alone is a list, not a text.
  const texts = cells
    .map((cell) => withoutTargets(cell.trim()))
    .filter((cell) => /\w/.test(cell.replaceAll(/`.*?`/g, '')));
  const blocks = lines
    .filter((line) => !/^[|#]/.test(line))
    .join('\n')
    .split(/\n\s*\n|\n(?= *(?:[-*]|\d+\.) )/);
  const words = (sentence: string) => sentence.trim().split(' ').length;
  return [
    ...texts
      .filter(({ length }) => length > limits.cellCharacters)
      .map((cell) => `a cell of ${cell.length} characters: ${cell}`),
    ...blocks
      .flatMap(sentencesOf)
      .filter((sentence) => words(sentence) > limits.sentenceWords)
      .map((sentence) => `a sentence of ${words(sentence)} words: ${sentence}`),
  ];
}

const files = ['*.md', '{docs,deploy,client,bench,tests,src}/**/*.md']
  .flatMap((glob) => [...new Bun.Glob(glob).scanSync()])
  .filter((path) => !path.includes('node_modules'));
const faults = files.flatMap((path) => findFaults(readFileSync(path, 'utf8')).map((fault) => `${path}: ${fault}`));
for (const fault of faults) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);
