import { isOutcomeType, isPetStatus } from '../../client/guards.gen.ts';
import type { OutcomeType, PetStatus, Whereabouts } from '../../client/types.gen.ts';
import { outcomeTypes, petStatuses } from '../../client/words.gen.ts';
import { answerOf, columnsOf, type Plan, type Role } from '../plan.ts';
import { aboutFields } from '../profile-fields.ts';
import { fold, readWord } from '../words/words.ts';
import type { Cell, RowCells } from './row-cells.ts';
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
  /** Whether nothing but the plan's default tells it. */
  readonly isDefault?: true;
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
  ...(['notForAdoption', 'forAdoption', 'inCare', 'holdReason'] as const),
] satisfies Role[];

/** Whether any column tells who is for adoption. */
export function tellsStanding(plan: Plan): boolean {
  return tellingRoles.some((role) => columnsOf(plan, role).length > 0);
}

/** Whether what a column says can be answered with one of the `standings`. */
export function isTelling(plan: Plan, column: string): boolean {
  return tellingRoles.some((role) => columnsOf(plan, role).includes(column));
}

/** What flags say. */
const flagWords: Readonly<Partial<Record<Role, { yes: Word; no: Word }>>> = {
  dead: { yes: 'died', no: 'nothing' },
  euthanised: { yes: 'euthanised', no: 'nothing' },
  forAdoption: { yes: 'available', no: 'hold' },
  notForAdoption: { yes: 'hold', no: 'available' },
  inCare: { yes: 'nothing', no: 'sold' },
};

/** Any reason holds an animal back, unless somebody has said what it stands for; "no" is none. */
function toHold(told: Told): Told {
  if (told.isSaid || told.word === 'nothing' || told.word === 'pending') return told;
  const flag = readWord('flag', told.text);
  const word = flag === 'no' || flag === 'nothing' ? 'nothing' : 'hold';
  return { ...told, word, end: undefined };
}

/** The days that a row has. */
export interface StandingDays {
  readonly outcomeOn: boolean;
  readonly deceasedOn: boolean;
  /** What the row says of how the animal left is over. */
  readonly returnedOn: boolean;
}

/** Reads what cells stand for. */
function createToldReader(plan: Plan) {
  const { statusMap, isExact } = plan;
  const starred = statusMap?.get('*');
  const statusColumns = columnsOf(plan, 'status');

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

  /** A flag says a word of its own, or else what a status would say there. */
  function toToldFlag(cell: Cell, role: Role): Told {
    const flag = readWord('flag', cell.text);
    const meaning = flagWords[role];
    const natural = toTold(cell, 'stage');
    if (natural.isSaid || meaning === undefined || flag === undefined) return natural;
    const word = flag === 'nothing' ? flag : (flag === 'yes') !== cell.isInverse ? meaning.yes : meaning.no;
    return { ...cell, word, end: isOutcomeType(word) ? word : undefined, place: undefined, isSaid: false };
  }

  /** The cell of a status that only the `*` of the map stands for: it makes nobody available who has left. */
  function findCaught(told: readonly Told[]): Told | undefined {
    if (starred === undefined) return undefined;
    return told.find(({ column, text, end }) => {
      const isMapped = statusMap?.has(fold(text)) || answerFor(column, text) !== undefined;
      return statusColumns.includes(column) && !isMapped && !(starred === 'available' && end !== undefined);
    });
  }

  return { starred, answerFor, toTold, toToldFlag, findCaught };
}

/** Reads the standing of rows; `leave-out` where the user has said so. */
export function createStanding(plan: Plan, cells: RowCells) {
  const { defaultStatus, isExact } = plan;
  const { starred, answerFor, toTold, toToldFlag, findCaught } = createToldReader(plan);
  const datesDeaths = columnsOf(plan, 'deceasedOn').length > 0;

  return (row: readonly string[], days: StandingDays): Standing | typeof leaveOut => {
    const read = (role: Role) => cells.raw(role, row).map((cell) => toTold(cell, role));
    const outcomes = days.returnedOn
      ? cells.raw('outcomeType', row).map((cell) => toTold({ ...cell, text: '' }, 'outcomeType'))
      : read('outcomeType');
    const flags = Object.keys(flagWords).flatMap((role) =>
      cells.raw(role as Role, row).map((cell) => toToldFlag(cell, role as Role)),
    );
    // What holds an animal back is told by any text, but in our own exports, which tell the status.
    const holds = isExact ? [] : read('holdReason').map(toHold);
    const told = [...read('status'), ...read('stage'), ...outcomes, ...flags, ...holds];
    const caught = findCaught(told);
    const all = told.map((cell) => (cell.column === caught?.column ? { ...cell, word: starred } : cell));
    const says = (word: Word) => all.some((cell) => cell.word === word);
    const place = all.find((cell) => cell.place !== undefined);
    const common = {
      ...(caught && { caught: { column: caught.column, text: caught.text } }),
      ...(place && { whereabouts: place.place === 'foster' ? ('foster' as const) : ('clinic' as const) }),
    };
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
    const hasLeftAlive = datesDeaths && !days.deceasedOn && outcomes.some(({ end }) => end !== undefined);
    const isPutDown = flags.some(({ end }) => end === 'euthanised') && !hasLeftAlive;
    if (isPutDown || told.some((cell) => cell.end === 'euthanised' && !flags.includes(cell)))
      return { status: 'sold', outcomeType: 'euthanised', ...common };
    if (days.deceasedOn || ends.includes('died')) return { status: 'sold', outcomeType: 'died', ...common };
    const outcomeType = ends.find((end) => end !== 'euthanised');
    if (outcomeType !== undefined) return { status: 'sold', outcomeType, ...common };
    if (says('sold')) return { status: 'sold', ...common };

    if (says('hold')) {
      const held = all.filter(({ word, text }) => word === 'hold' && readWord('flag', text) === undefined);
      const text = held.at(-1)?.text ?? 'Not for adoption';
      return { status: 'pending', holdReason: cutText(text, maxReason), ...common };
    }
    const unknown = all.find(({ word }) => word === undefined);
    if (unknown !== undefined) return ask({ column: unknown.column, text: unknown.text });
    if (says('pending')) return { status: 'pending', ...common };
    const isSaidToBeHere = all.some(({ word, text, isSaid }) => isSaid && text !== '' && word === 'available');
    if (days.outcomeOn && !days.returnedOn && place === undefined && !isSaidToBeHere)
      return ask({ column: columnsOf(plan, 'outcomeOn')[0], text: anyDay });
    if (says('available')) return { status: 'available', ...common };
    if (defaultStatus !== undefined) return { status: defaultStatus, isDefault: true, ...common };
    const blank = place ?? outcomes[0] ?? all[0] ?? tellingRoles.flatMap((role) => cells.raw(role, row))[0];
    return ask({ column: blank?.column, text: blank?.text ?? '' });
  };
}
