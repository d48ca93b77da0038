import { isOutcomeType, isPetStatus } from '../../client/guards.gen.ts';
import type { OutcomeType, PetStatus, Whereabouts } from '../../client/types.gen.ts';
import { outcomeTypes, petStatuses } from '../../client/words.gen.ts';
import { answerOf, columnsOf, type Plan, type Role } from '../plan.ts';
import { aboutFields } from '../profile-fields.ts';
import { fold, readWord } from '../words/words.ts';
import type { Cell, Report, RowCells } from './row-cells.ts';
import { leaveOut } from './status-map.ts';
import { cutText } from './texts.ts';

/** What a word of a status, a stage or an outcome can stand for. */
export const standings = [...petStatuses, 'hold', ...outcomeTypes, 'foster', 'treatment', leaveOut, 'nothing'] as const;
type Word = (typeof standings)[number];

/** Stands for any day of an outcome of which nothing tells how the animal left. */
export const anyDay = 'date';

/** A text of which somebody must say what it stands for: empty for rows that say nothing, `anyDay` for days. */
export interface Undecided {
  /** Missing where no column of the file tells who is for adoption. */
  readonly column?: string | undefined;
  readonly text: string;
}

/** Who is shown: what a row says of whether an animal is for adoption. */
export interface Standing {
  readonly status: PetStatus;
  readonly outcomeType?: OutcomeType;
  readonly whereabouts?: Whereabouts;
  /** Why the public must not see it, until somebody says otherwise. */
  readonly holdReason?: string;
  /** What is not known. The animal is on hold meanwhile. */
  readonly undecided?: Undecided;
  /** The text that only the `*` of a status map stands for. */
  readonly caught?: Undecided;
}

/** Why an animal is on hold of which nothing is told. */
export const notTold = 'The imported file does not tell its status';
const maxReason = aboutFields.holdReason.maxLength ?? 255;

interface Told extends Cell {
  /** `undefined` for a word that is not known. */
  readonly word: Word | undefined;
  readonly end: OutcomeType | undefined;
  /** Whether somebody has said what the text stands for. */
  readonly isSaid: boolean;
  /** Where an animal is that has not left. */
  readonly place: 'foster' | 'treatment' | undefined;
}

const tellingRoles = [
  ...(['outcomeType', 'status', 'stage', 'outcomeOn', 'deceasedOn', 'dead', 'euthanised'] as const),
  ...(['notForAdoption', 'forAdoption', 'inCare'] as const),
] satisfies Role[];

/** Whether any column tells who is for adoption. */
export function tellsStanding(plan: Plan): boolean {
  return tellingRoles.some((role) => columnsOf(plan, role).length > 0);
}

/** The days that a row has. */
export interface StandingDays {
  readonly outcomeOn: boolean;
  readonly deceasedOn: boolean;
  /** What the row says of how the animal left is over. */
  readonly returnedOn: boolean;
}

/** Reads the standing of rows; `leave-out` where the user has said so. */
export function createStanding(plan: Plan, cells: RowCells) {
  const { statusMap, defaultStatus, isExact } = plan;
  const starred = statusMap?.get('*');
  const statusColumns = columnsOf(plan, 'status');
  const datesDeaths = columnsOf(plan, 'deceasedOn').length > 0;

  function answerFor(column: string | undefined, text: string): Word | undefined {
    const answer = answerOf(plan, column ?? '', text);
    return standings.find((word) => word === answer);
  }

  function toTold(cell: Cell, role: Role): Told {
    const { column, text } = cell;
    const said = answerFor(column, text) ?? (statusColumns.includes(column) ? statusMap?.get(fold(text)) : undefined);
    const outcome = readWord('outcomeType', text);
    const status = readWord('status', text);
    const word = said ?? (role === 'outcomeType' ? (outcome ?? status) : (status ?? outcome));
    // "Sold" is what our own interface says, and not how.
    const tellsHow = word === 'sold' && isOutcomeType(outcome) && !isExact && fold(text) !== 'sold';
    const end = isOutcomeType(word) ? word : tellsHow ? outcome : undefined;
    const place = [word, outcome].find((one) => one === 'foster' || one === 'treatment');
    return { ...cell, word, end, place, isSaid: said !== undefined };
  }

  /** The cell of a status that only the `*` of the map stands for: it makes nobody available who has left. */
  function findCaught(told: readonly Told[]): Told | undefined {
    if (starred === undefined) return undefined;
    return told.find(({ column, text, end }) => {
      const isMapped = statusMap?.has(fold(text)) || answerFor(column, text) !== undefined;
      return statusColumns.includes(column) && !isMapped && !(starred === 'available' && end !== undefined);
    });
  }

  function flagIn(row: readonly string[], role: Role, report: Report): boolean | undefined {
    const flags = cells.told(role, row).map(({ column, text, isInverse }) => {
      const flag = readWord('flag', text);
      // Somebody may have said what rows with this flag are, and not what it says.
      if (flag === undefined && !standings.some((word) => word === text)) report({ column, text, role });
      return flag === undefined || flag === 'nothing' ? undefined : (flag === 'yes') !== isInverse;
    });
    return flags.includes(true) || (flags.includes(false) ? false : undefined);
  }

  return (row: readonly string[], days: StandingDays, report: Report): Standing | typeof leaveOut => {
    const read = (role: Role) => cells.raw(role, row).map((cell) => toTold(cell, role));
    const outcomes = days.returnedOn
      ? cells.raw('outcomeType', row).map((cell) => toTold({ ...cell, text: '' }, 'outcomeType'))
      : read('outcomeType');
    const told = [...read('status'), ...read('stage'), ...outcomes];
    const caught = findCaught(told);
    const all = told.map((cell) => (cell.column === caught?.column ? { ...cell, word: starred } : cell));
    const says = (word: Word) => all.some((cell) => cell.word === word);
    const place = all.find((cell) => cell.place !== undefined);
    const common = {
      ...(caught && { caught: { column: caught.column, text: caught.text } }),
      ...(place && { whereabouts: place.place === 'foster' ? ('foster' as const) : ('clinic' as const) }),
    };
    const flag = (role: Role) => flagIn(row, role, report);
    /** What the user has said of this question, or else the question. */
    const ask = (undecided: Undecided): Standing | typeof leaveOut => {
      const answer = answerFor(undecided.column, undecided.text);
      if (answer === leaveOut) return leaveOut;
      if (isOutcomeType(answer)) return { status: 'sold', outcomeType: answer, ...common };
      if (isPetStatus(answer)) return { status: answer, ...common };
      const isTold = all.some(({ word, text }) => word === undefined && text === undecided.text);
      const holdReason = isTold ? cutText(undecided.text, maxReason) : notTold;
      return { status: 'pending', holdReason, undecided, ...common };
    };

    if (says(leaveOut)) return leaveOut;
    const ends = all.flatMap(({ end }) => end ?? []);
    // In a file that tells days of death, a flag without one says how an animal would have died that has left alive.
    const hasLeftAlive = datesDeaths && !days.deceasedOn && ends.length > 0;
    if ((flag('euthanised') === true && !hasLeftAlive) || ends.includes('euthanised'))
      return { status: 'sold', outcomeType: 'euthanised', ...common };
    if (flag('dead') === true || days.deceasedOn || ends.includes('died'))
      return { status: 'sold', outcomeType: 'died', ...common };
    const [outcomeType] = ends;
    if (outcomeType !== undefined) return { status: 'sold', outcomeType, ...common };
    if (says('sold') || flag('inCare') === false) return { status: 'sold', ...common };

    const [isOffered, isKept] = [flag('forAdoption'), flag('notForAdoption')];
    if (isKept === true || isOffered === false || says('hold')) {
      const [reason] = cells.told('holdReason', row);
      const text = reason?.text ?? all.find(({ word }) => word === 'hold')?.text ?? 'Not for adoption';
      return { status: 'pending', holdReason: cutText(text, maxReason), ...common };
    }
    const unknown = all.find(({ word }) => word === undefined);
    if (unknown !== undefined) return ask({ column: unknown.column, text: unknown.text });
    if (says('pending')) return { status: 'pending', ...common };
    const isSaidToBeHere = all.some(({ word, text, isSaid }) => isSaid && text !== '' && word === 'available');
    if (days.outcomeOn && !days.returnedOn && place === undefined && !isSaidToBeHere)
      return ask({ column: columnsOf(plan, 'outcomeOn')[0], text: anyDay });
    if (isOffered === true || isKept === false || says('available')) return { status: 'available', ...common };
    if (defaultStatus !== undefined) return { status: defaultStatus, ...common };
    const blank = place ?? outcomes[0] ?? all[0] ?? tellingRoles.flatMap((role) => cells.raw(role, row))[0];
    return ask({ column: blank?.column, text: blank?.text ?? '' });
  };
}
