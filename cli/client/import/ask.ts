import { createInterface } from 'node:readline/promises';
import { petStatuses } from '../../../client/index.ts';
import { outcomeTypes } from '../../../client/words.gen.ts';
import { parseInt64 } from '../../../contract/int64.ts';
import type { Check, TextCount } from '../../../importer/check/check.ts';
import { anyDay, standings, tellsStanding } from '../../../importer/map/standing.ts';
import { columnsOf, type Plan, withAnswer, withRole } from '../../../importer/plan.ts';
import { distinctColumns } from '../../../importer/recognise/recognise.ts';
import type { Inspection } from '../../../importer/source/inspect.ts';
import { readWord } from '../../../importer/words/words.ts';
import { escapeInvisible } from '../../../src/lib/visible-text.ts';
import { CommandError, unusable } from '../../exit.ts';
import { findColumn } from './plan-options.ts';

/** So many words are asked for one by one, the most frequent ones. */
const maxAsked = 20;

/** Asks a question until the answer is one that it takes. */
export interface Asker extends Disposable {
  ask<Value>(question: string, read: (answer: string) => Value | undefined): Promise<Value>;
}

/** Asks the person at the terminal, if there is one. Questions go to standard error. */
export function openTerminal(): Asker | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return {
    async ask(question, read) {
      for (;;) {
        const answer = await terminal.question(`${question} `).catch(() => {
          // Ctrl-C and Ctrl-D stand on the line of the question.
          process.stderr.write('\n');
          throw nothingImported();
        });
        const value = read(answer.trim());
        if (value !== undefined) return value;
        process.stderr.write(`“${escapeInvisible(answer.trim())}” is none of the answers.\n`);
      }
    },
    [Symbol.dispose]: () => terminal.close(),
  };
}

export function nothingImported(): CommandError {
  return new CommandError('nothing was imported.');
}

type Columns = Pick<Inspection, 'columns' | 'firstRows' | 'surveys' | 'rowCount'>;

/**
 * The plan with what nobody can know from the file and an import needs: the name, the category, and who is for adoption.
 * @throws CommandError with the options to give, where there is nobody to ask
 */
export async function completePlan(plan: Plan, source: Columns & { name: string }, asker?: Asker): Promise<Plan> {
  const problems: string[] = [];
  let complete = plan;
  const { columns } = source;
  const chooseColumn = (answer: string) => columns[Number(answer) - 1] ?? findColumn(columns, answer);
  if (columnsOf(plan, 'name').length === 0 && columnsOf(plan, 'reference').length === 0) {
    if (asker === undefined) problems.push('No column is known to be the name. Name it with --name.');
    else {
      process.stderr.write(`${listColumns(source)}\n`);
      const column = await asker.ask('Which column has the name? (number or name)', chooseColumn);
      complete = withRole(complete, 'name', [column]);
    }
  }
  if (plan.categoryId === undefined && columnsOf(plan, 'category').length === 0) {
    if (asker === undefined)
      problems.push(
        'No column is known to be the category. Name it with --category, or give one number with --category-id.',
      );
    else {
      process.stderr.write(`${listColumns(source)}\n`);
      const read = (answer: string) =>
        answer.startsWith('=') ? parseInt64(answer.slice(1).trim()) : chooseColumn(answer);
      const chosen = await asker.ask('Which column has the kind of animal? (=3 for the category 3 of all)', read);
      complete =
        typeof chosen === 'bigint' ? { ...complete, categoryId: chosen } : withRole(complete, 'category', [chosen]);
    }
  }
  const [candidate] = distinctColumns(source, complete);
  if (asker !== undefined && columnsOf(plan, 'reference').length === 0 && candidate !== undefined) {
    const question = `Is ${candidate} a number of each animal, by which a later file knows it again? (yes or no)`;
    if (await asker.ask(question, readYes)) complete = withRole(complete, 'reference', [candidate]);
  }
  if (!tellsStanding(complete) && plan.defaultStatus === undefined) {
    if (asker === undefined)
      problems.push(
        'No column tells whether these animals are for adoption. Say what they are with --default-status available, ' +
          'pending or sold, or name a column with --status.',
      );
    else {
      const question =
        'No column tells whether these animals are for adoption. What are they? (available, pending, sold)';
      complete = { ...complete, defaultStatus: await asker.ask(question, readStatus) };
    }
  }
  if (problems.length === 0) return complete;
  throw unusable([`${source.name}:`, ...problems, `The columns are: ${columns.join(', ')}.`].join('\n'));
}

/** The plan with what the person says of the words, dates and fees that are not read. */
export async function answerQuestions(plan: Plan, check: Check, asker: Asker): Promise<Plan> {
  let answered = plan;
  if (check.unclearDates > 0) {
    const question = `${check.unclearDates} dates can be two days, such as "${check.unclearDate}". What comes first? (day, month, or Enter to leave them out)`;
    const order = await asker.ask(question, (answer) => dateOrders.get(answer.toLowerCase()));
    answered = { ...answered, dateOrder: order === 'none' ? undefined : order };
  }
  if (check.feesWithoutCurrency > 0) {
    const question = `${check.feesWithoutCurrency} fees have no currency. Which is it? (such as EUR, or Enter to leave them out)`;
    const currency = await asker.ask(question, (answer) => (/^(?:[A-Za-z]{3})?$/.test(answer) ? answer : undefined));
    answered = { ...answered, currency: currency === '' ? undefined : currency.toUpperCase() };
  }
  for (const word of check.undecided.slice(0, maxAsked)) {
    if (word.column === undefined) continue;
    const question = `${describeWord(plan, word)}: ${word.count}. Are they for adoption? (available, pending, sold, how they left, such as transfer_out or died, leave-out, or Enter to keep them not public)`;
    const answer = await asker.ask(question, (text) => (text === '' ? text : readStanding(text)));
    if (answer !== '') answered = withAnswer(answered, word.column, word.text, answer);
  }
  return answered;
}

const dateOrders: ReadonlyMap<string, 'dmy' | 'mdy' | 'none'> = new Map([
  ...(['day', 'd', 'dmy'] as const).map((answer) => [answer, 'dmy'] as const),
  ...(['month', 'm', 'mdy'] as const).map((answer) => [answer, 'mdy'] as const),
  ['', 'none'],
]);

function readStatus(answer: string) {
  return petStatuses.find((status) => status === answer || status[0] === answer);
}

/** A status, or an outcome as people say it. */
function readStanding(answer: string) {
  const outcome = readWord('outcomeType', answer);
  return (
    standings.find((standing) => standing === answer) ??
    readStatus(answer) ??
    outcomeTypes.find((type) => type === outcome)
  );
}

/** What rows say that must be decided: `Outcome Type is "FOSTER"`. */
export function describeWord(plan: Plan, { column, text }: Pick<TextCount, 'column' | 'text'>): string {
  if (column === undefined) return 'no column tells it';
  if (text === anyDay && columnsOf(plan, 'outcomeOn').includes(column))
    return `${column} is a day, and nothing tells how they left`;
  return text === '' ? `${column} is empty` : `${column} is "${escapeInvisible(text)}"`;
}

function listColumns({ columns, firstRows }: Columns): string {
  const example = (index: number) =>
    firstRows.map(({ cells }) => cells[index] ?? '').find((cell) => cell.trim() !== '');
  return columns
    .map(
      (column, index) =>
        `${String(index + 1).padStart(4)}  ${column}  ${escapeInvisible(example(index) ?? '').slice(0, 40)}`,
    )
    .join('\n');
}

const yesOrNo: ReadonlyMap<string, boolean> = new Map([
  ...(['', 'y', 'yes'] as const).map((answer) => [answer, true] as const),
  ...(['n', 'no'] as const).map((answer) => [answer, false] as const),
]);

/** Enter is yes. */
export function readYes(answer: string): boolean | undefined {
  return yesOrNo.get(answer.toLowerCase());
}
