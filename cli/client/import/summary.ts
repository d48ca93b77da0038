import { petStatuses } from '../../../client/index.ts';
import type { Check, UnreadCount } from '../../../importer/check/check.ts';
import type { Comparison } from '../../../importer/known/compare.ts';
import type { Plan, Role } from '../../../importer/plan.ts';
import { profileFields } from '../../../importer/profile-fields.ts';
import { distinctColumns } from '../../../importer/recognise/recognise.ts';
import { textOf } from '../../../importer/report/rejected-rows.ts';
import type { PhotoFiles } from '../../../importer/run/photo-files.ts';
import { escapeInvisible } from '../../../src/lib/visible-text.ts';
import { describeWord } from './ask.ts';
import { listKnown } from './known.ts';
import type { ImportOutcome } from './run-import.ts';
import type { SourceFile } from './source-file.ts';

/** The most frequent ones are shown, and how many more there are. */
const maxShown = 20;

/** What each column gives, and which are not used: lines for people. */
function describeColumns(plan: Plan, columns: readonly string[]): string[] {
  const given = Map.groupBy(plan.columns, ({ column }) => column);
  const used = columns.filter((column) => given.has(column));
  const width = Math.max(0, ...used.map((column) => column.length));
  return [
    ...used.map(
      (column) =>
        `${column.padEnd(width)}  ${given
          .get(column)
          ?.map(({ role }) => roleName(role))
          .join(', ')}`,
    ),
    ...unusedColumns(plan, columns),
  ];
}

function unusedColumns(plan: Plan, columns: readonly string[]): string[] {
  const given = new Set(plan.columns.map(({ column }) => column));
  const others = columns.filter((column) => !given.has(column));
  return others.length > 0 ? [`not used: ${others.join(', ')}`] : [];
}

/** `ageAtIntake` is "age at intake"; names of the profile stay as `--profile` takes them. */
function roleName(role: Role): string {
  if (profileFields.some((field) => field === role)) return role;
  return role.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What of a file is not public, not read or rejected, and how it can be answered: lines for people. */
function describeCheck(check: Check, plan: Plan, source: SourceFile): string[] {
  const { undecided, unread, caught, respelled, withoutReference, animals, unclearDates, feesWithoutCurrency } = check;
  const onHold = undecided.reduce((sum, { count }) => sum + count, 0);
  return [
    ...section(
      onHold > 0 &&
        `not public     ${onHold}: nobody has said whether these are for adoption, so the public does not see them`,
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
      respelled.length > 0 && 'taken for a category in another spelling',
      respelled.map(({ text, takenFor, count }) => [count, `${quote(text)} for ${quote(takenFor)}`]),
    ),
    ...section(
      unread.length > 0 && 'not read, and left out',
      unread.map((one) => [one.count, describeUnread(one)]),
      unclearDates > 0 && 'Say what comes first in dates with --dates dmy or --dates mdy.',
      feesWithoutCurrency > 0 && 'Say the currency of the fees with --currency, such as --currency EUR.',
      unread.some(({ fault }) => fault === undefined) &&
        'Say what a word stands for with --word "COLUMN:TEXT=VALUE"; VALUE is nothing where it says nothing.',
    ),
    ...(withoutReference === animals && animals > 0 ? noReference(distinctColumns(source, plan)) : []),
  ];
}

function noReference([candidate]: readonly string[]): string[] {
  const advice = candidate === undefined ? '' : ` If ${candidate} is one, give --profile "reference=${candidate}".`;
  return [
    `No column is known to be a number of each animal: importing a later version of this file adds all of them again.${advice}`,
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

function describeUnread({ column, text, fault }: UnreadCount): string {
  return `${column} ${quote(text)}${fault === undefined ? '' : `, which ${fault.detail}`}`;
}

function quote(text: string): string {
  const brief = [...text].length > 60 ? `${[...text].slice(0, 60).join('')}…` : text;
  return brief === '' ? '(empty)' : `"${escapeInvisible(brief)}"`;
}

/** What `--dry-run` says, and the terminal before the import. */
export function reportTrial(check: Check, plan: Plan, source: SourceFile): string[] {
  const { statuses, earlierStays, leftOut, rejected } = check;
  const counts = petStatuses.map((status) => `${statuses[status]} ${status}`).join(', ');
  return [
    ...describeColumns(plan, source.columns),
    `${countAnimals(check)}: ${counts}`,
    ...(earlierStays > 0 ? [`earlier stays  ${earlierStays}`] : []),
    ...(leftOut > 0 ? [`left out       ${leftOut}`] : []),
    ...(rejected > 0 ? [`rejected       ${rejected}`] : []),
    ...unknownDayLines(check),
    ...rejectionLines(check),
    ...describeCheck(check, plan, source),
  ];
}

function rejectionLines({ rejections }: Check): string[] {
  return rejections
    .slice(0, 10)
    .map(({ faults, count, line }) => `  ${count} from line ${line}: ${escapeInvisible(textOf(faults))}`);
}

function unknownDayLines({ leftOnUnknownDay: count }: Check): string[] {
  return count > 0 ? [`left, day unknown ${count}`] : [];
}

export function countAnimals({ animals }: Check): string {
  return `${animals} ${animals === 1 ? 'animal' : 'animals'}`;
}

/** For programs, with names that stay. */
export function describeTrial(check: Check, comparison: Comparison | undefined): object {
  const { animals, statuses, earlierStays, leftOut, rejected } = check;
  return {
    animals,
    ...statuses,
    earlierStays,
    leftOut,
    rejected,
    ...describeWords(check),
    ...(comparison && { known: listKnown(comparison) }),
  };
}

function describeWords({
  undecided,
  unread,
  caught,
  respelled,
  leftOnUnknownDay,
  rejections: rejected,
}: Check): object {
  const rejections = rejected.map(({ faults, ...row }) => ({ reason: textOf(faults), ...row }));
  const reasons = unread.map(({ fault, line, count, ...cell }) => ({ ...cell, reason: fault?.detail, line, count }));
  return { rejections, leftOnUnknownDay, undecided, unread: reasons, caught, respelled };
}

function unusedLines(files: PhotoFiles | undefined): string[] {
  const { unused = [] } = files ?? {};
  if (unused.length === 0) return [];
  const more = unused.length > 5 ? ` and ${unused.length - 5} more` : '';
  return [`photos of no animal ${unused.length}: ${unused.slice(0, 5).map(escapeInvisible).join(', ')}${more}`];
}

interface Reported {
  check: Check;
  plan: Plan;
  source: SourceFile;
  updatesKnown: boolean;
  /** What is said of the animals that the service has. */
  known: readonly string[];
  hasPhotos: boolean;
  photoFiles: PhotoFiles | undefined;
}

/** What the import has done: lines for people. */
export function reportOutcome(
  outcome: ImportOutcome,
  { check, plan, source, updatesKnown, known, hasPhotos, photoFiles }: Reported,
): string[] {
  const {
    added,
    alreadyThere,
    updated,
    unchanged,
    leftOut,
    earlierStays,
    rejected,
    done,
    namedCategories,
    rejectedPath,
    durationMs,
    stoppedBy,
  } = outcome;
  const seconds = durationMs / 1_000;
  const lines = [
    `imported       ${added}`,
    `already there  ${alreadyThere}`,
    ...(updatesKnown ? [`updated        ${updated}`, `unchanged      ${unchanged}`] : []),
    ...(leftOut > 0 ? [`left out       ${leftOut}`] : []),
    ...(earlierStays > 0 ? [`earlier stays  ${earlierStays}`] : []),
    `rejected       ${rejected}${rejected > 0 ? ` (see ${rejectedPath})` : ''}`,
    ...(namedCategories > 0 ? [`new categories ${namedCategories}`] : []),
    ...(hasPhotos ? photoLines(outcome) : []),
    `time           ${seconds.toFixed(2)} s, ${Math.round(done / seconds)} rows/s`,
  ];
  if (rejected > 0 && stoppedBy === undefined)
    lines.push(`Correct the rows in ${rejectedPath}, and import that file in the same way.`);
  return [
    ...lines,
    ...rejectionLines(check),
    ...unusedColumns(plan, source.columns),
    ...unknownDayLines(check),
    ...known,
    ...describeCheck(check, plan, source),
    ...unusedLines(photoFiles),
  ];
}

/** For programs, with names that stay. */
export function describeOutcome(
  outcome: ImportOutcome,
  check: Check,
  rowCount: number,
  comparison: Comparison | undefined,
): object {
  const { added, alreadyThere, updated, unchanged, leftOut, earlierStays, rejected, namedCategories, photos } = outcome;
  return {
    rows: rowCount,
    imported: added,
    alreadyThere,
    updated,
    unchanged,
    leftOut,
    earlierStays,
    rejected,
    ...(rejected > 0 && { rejectedFile: outcome.rejectedPath }),
    newCategories: namedCategories,
    photos: { ...photos, ...(photos.rejected > 0 && { rejectedFile: outcome.rejectedPhotosPath }) },
    durationMs: Math.round(outcome.durationMs),
    ...describeWords(check),
    ...(comparison && { known: listKnown(comparison) }),
  };
}

function photoLines({ photos, rejectedPhotosPath }: ImportOutcome): string[] {
  const { added, alreadyThere, rejected } = photos;
  return [
    `photos         ${added}${alreadyThere > 0 ? `, already there ${alreadyThere}` : ''}`,
    ...(rejected > 0 ? [`rejected photos ${rejected} (see ${rejectedPhotosPath})`] : []),
  ];
}
