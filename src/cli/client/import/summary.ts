import type { Check, UnreadCount } from '../../../../importer/check/check.ts';
import type { Plan, Role } from '../../../../importer/plan.ts';
import { profileFields } from '../../../../importer/profile-fields.ts';
import { escapeInvisible } from '../../../lib/visible-text.ts';
import { describeWord } from './ask.ts';

/** The most frequent ones are shown, and how many more there are. */
const maxShown = 20;

/** What each column gives, and which are not used: lines for people. */
export function describeColumns(plan: Plan, columns: readonly string[]): string[] {
  const given = Map.groupBy(plan.columns, ({ column }) => column);
  const used = columns.filter((column) => given.has(column));
  const width = Math.max(0, ...used.map((column) => column.length));
  const others = columns.filter((column) => !given.has(column));
  return [
    ...used.map(
      (column) =>
        `${column.padEnd(width)}  ${given
          .get(column)
          ?.map(({ role }) => roleName(role))
          .join(', ')}`,
    ),
    ...(others.length > 0 ? [`not used: ${others.join(', ')}`] : []),
  ];
}

/** `ageAtIntake` is "age at intake"; names of the profile stay as `--profile` takes them. */
function roleName(role: Role): string {
  if (profileFields.some((field) => field === role)) return role;
  return role.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What of a file is on hold, not read or rejected, and how it can be answered: lines for people. */
export function describeCheck(check: Check, plan: Plan): string[] {
  const { undecided, unread, caught, withoutReference, animals, unclearDates, feesWithoutCurrency } = check;
  const onHold = undecided.reduce((sum, { count }) => sum + count, 0);
  return [
    ...section(
      onHold > 0 &&
        `on hold        ${onHold}: nobody has said whether these are for adoption, so the public does not see them`,
      undecided.map((word) => [word.count, describeWord(plan, word)]),
      undecided.length > 0 &&
        `Say it with --word "${undecided[0]?.column ?? 'COLUMN'}:${undecided[0]?.text ?? ''}=VALUE", where VALUE is available, ` +
          'pending, sold, leave-out, or how they left, such as transfer_out; or with --default-status where nothing tells it.',
    ),
    ...section(
      caught.length > 0 && 'the * of the status map stands for',
      caught.map(({ column, text, count }) => [count, `${column} ${quote(text)}`]),
    ),
    ...section(
      unread.length > 0 && 'not read, and left out',
      unread.map((one) => [one.count, describeUnread(one)]),
      unclearDates > 0 && 'Say what comes first in dates with --dates dmy or --dates mdy.',
      feesWithoutCurrency > 0 && 'Say the currency of the fees with --currency, such as --currency EUR.',
      unread.some(({ reason }) => reason === undefined) &&
        'Say what a word stands for with --word "COLUMN:TEXT=VALUE"; VALUE is nothing where it says nothing.',
    ),
    ...(withoutReference === animals && animals > 0
      ? [
          'No column has a number of its own for each animal: importing a later version of this file adds all of them again.',
        ]
      : []),
  ];
}

function section(
  title: string | false,
  entries: readonly (readonly [count: number, text: string])[],
  ...advice: readonly (string | false)[]
): string[] {
  if (title === false) return [];
  const shown = entries.slice(0, maxShown).map(([count, text]) => `  ${String(count).padStart(7)}  ${text}`);
  const more = entries.length > maxShown ? [`  and ${entries.length - maxShown} other texts`] : [];
  return [title, ...shown, ...more, ...advice.filter((line) => line !== false)];
}

function describeUnread({ column, text, reason }: UnreadCount): string {
  return `${column} ${quote(text)}${reason === undefined ? '' : `, which ${reason}`}`;
}

function quote(text: string): string {
  const brief = [...text].length > 60 ? `${[...text].slice(0, 60).join('')}…` : text;
  return brief === '' ? '(empty)' : `"${escapeInvisible(brief)}"`;
}
