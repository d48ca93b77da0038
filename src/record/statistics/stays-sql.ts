import type { TimeZone } from '../../../contract/time-zone.ts';
import { dayMs } from '../../lib/timestamp.ts';
import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import {
  insertOf,
  longStatement,
  type Param,
  type StoreReader,
  statement,
  type Transaction,
} from '../../store/statement.ts';
import { pending } from '../events/pending-sql.ts';
import type { DatePrecision, Profile } from '../shapes/profile-model.ts';
import type { IntakeType, OutcomeType, PastRow, PastStay, StoredStay } from './model.ts';

/** Stays that are alike, with days and times as they are stored. Texts are empty where nothing is known. */
export type StayRow = readonly [
  species: string,
  birthDate: bigint | null,
  birthDatePrecision: DatePrecision | null,
  arrivedOn: bigint | null,
  addedAt: bigint | null,
  intakeType: IntakeType | '',
  outcomeOn: bigint | null,
  leftAt: bigint | null,
  outcomeType: OutcomeType | '',
  animals: bigint,
];

const stay = `species, birth_date, birth_date_precision, arrived_on, added_at, intake_type, outcome_on, left_at, outcome_type`;
const cameOn = 'coalesce(arrived_on, added_at / 86400000, outcome_on)';
const wentOn = 'coalesce(outcome_on, left_at / 86400000)';
const isWithin = `((outcome_on IS NULL AND left_at IS NULL) OR ${wentOn} >= $1 OR ${cameOn} >= $1) AND (${cameOn} < $2 OR ${wentOn} < $2)`;
/** Of the stays that are over before the range or begin after it, one of 500 is found all the same: a scan can end its part there. */
const scan = statement<StayRow>(`SELECT ${stay}, 1 AS animals FROM stays WHERE ${isWithin} OR pet_id % 500 = 0`);
/** In care from before the range until after it. Only the species of these matters. */
const isThroughout = `${cameOn} < $1 AND ((outcome_on IS NULL AND left_at IS NULL) OR outcome_on >= $2)`;
const counted = stay.split(', ').map((column) => {
  const other = column === 'arrived_on' ? '$1 - 1' : column.endsWith('_type') ? "''" : 'NULL';
  return column === 'species' ? column : `CASE WHEN is_throughout THEN ${other} ELSE ${column} END`;
});
/** Sends a twentieth of the rows. SQLite would hold the event loop while it counts. OFFSET keeps the test from being repeated. */
const scanCounted = statement<StayRow>(
  `SELECT ${counted.join(', ')}, count(*)
   FROM (SELECT ${stay}, ${isThroughout} AS is_throughout FROM stays WHERE ${isWithin} OFFSET 0) AS told
   GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9`,
);
const findCurrent = statement<StayRow>(
  `SELECT ${stay}, CAST(1 AS BIGINT) FROM stays WHERE pet_id = $1 AND is_past = 0`,
);
const pastColumns =
  'pet_id, species, birth_date, birth_date_precision, arrived_on, intake_type, outcome_on, outcome_type, ended_at';
const keep = execute<[petId: bigint, ...Param[]]>(
  `INSERT INTO past_stays (${pastColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const past = 'arrived_on, intake_type, outcome_on, outcome_type';
const pastTexts = "arrived_on, nullif(intake_type, ''), outcome_on, nullif(outcome_type, '')";
/** The stay of an animal that was kept then, if there is one. */
export const findKeptStay = oneRow<[petId: bigint, endedAt: bigint], PastRow>(
  `SELECT id, ${pastColumns} FROM past_stays WHERE pet_id = $1 AND ended_at = $2`,
  (row: PastRow) => row,
);
export const removeStay = execute<[id: bigint]>('DELETE FROM past_stays WHERE id = $1');
/** Stores a stay again that was removed. */
export const restoreStay = execute<[...PastRow]>(
  `INSERT INTO past_stays (id, ${pastColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/**
 * When a stay began and ended, in days of a zone: where nobody has said it, by when the animal was added and became `sold`. One that
 * was added as `sold` has left, but nobody knows when.
 */
export function datesOf([, , , arrived, addedAt, , outcome, leftAt]: StayRow, zone: TimeZone) {
  const hasLeftUnknown = outcome === null && leftAt !== null && addedAt !== null && leftAt <= addedAt;
  const outcomeOn = outcome ?? (leftAt === null || hasLeftUnknown ? null : zone.dayOf(leftAt));
  const addedOn = addedAt === null ? null : zone.dayOf(addedAt);
  // One that left before it was added was entered later.
  const arrivedOn = arrived ?? (outcome !== null && addedOn !== null && outcome < addedOn ? null : addedOn);
  return { arrivedOn, outcomeOn, hasLeftUnknown };
}

/** Keeps the stay of an animal that has left on a known day, or on `told`, before it is overwritten or removed. */
export async function keepStay(
  tx: Transaction,
  petId: bigint,
  endedAt: bigint,
  zone: TimeZone,
  told?: bigint,
): Promise<void> {
  const [row] = await tx.query(findCurrent, [petId]);
  if (row === undefined) return;
  const [species, birthDate, precision, , , intakeType, , , outcomeType] = row;
  const { arrivedOn, outcomeOn } = datesOf(row, zone);
  const endedOn = told ?? outcomeOn;
  if (endedOn === null) return;
  await keep(tx, petId, species, birthDate, precision, arrivedOn, intakeType, endedOn, outcomeType, endedAt);
}

const insert = insertOf<never>(9, (values) => `INSERT INTO past_stays (${pastColumns}) VALUES ${values}`);

/** A stay that is over, with what it is counted by. */
export interface NewPastStay extends PastStay {
  petId: bigint;
  species: string;
  birthDate: Profile['birthDate'] | undefined;
  birthDatePrecision: Profile['birthDatePrecision'] | undefined;
  outcomeOn: bigint;
}

/** Stores stays that were over before anybody told of them. */
export async function insertStays(tx: Transaction, stays: readonly NewPastStay[]): Promise<void> {
  if (stays.length === 0) return;
  const params = stays.flatMap(({ petId, species, birthDate, birthDatePrecision, ...stay }) => {
    const { arrivedOn = null, intakeType = '', outcomeOn, outcomeType = '' } = stay;
    const birth = [birthDate ?? null, birthDatePrecision ?? null];
    return [petId, species, ...birth, arrivedOn, intakeType, outcomeOn, outcomeType, outcomeOn * BigInt(dayMs)];
  });
  await tx.query(insert(stays.length), params);
}

/** The past stays of an animal. */
export const findStaysOf = allRows<[petId: bigint], StoredStay>(
  `SELECT id, ${pastTexts} FROM past_stays WHERE pet_id = $1 ORDER BY id`,
  asObject<StoredStay>(`id, ${past}`),
);

const update = execute<[intakeType: string, outcomeOn: bigint, outcomeType: string, id: bigint]>(
  'UPDATE past_stays SET intake_type = $1, outcome_on = $2, outcome_type = $3 WHERE id = $4',
);

/** Corrects how a past stay began and ended, but not when it began. */
export async function saveStay(tx: Transaction, { id, ...stay }: StoredStay): Promise<void> {
  const { intakeType = '', outcomeOn, outcomeType = '' } = stay;
  await update(tx, intakeType, outcomeOn, outcomeType, id);
}

/** Deletes the past stays of an animal after one of them. */
export const deleteStays = execute<[petId: bigint, after: bigint]>(
  'DELETE FROM past_stays WHERE pet_id = $1 AND id > $2',
);

/** The stays that begin before `to` and end on `from` or later, and some others; see `StoreReader.scan`. */
export function scanStays(db: StoreReader, from: bigint, to: bigint): AsyncIterable<StayRow[]> {
  // A day of any zone begins less than a day from that of UTC.
  return db.scan(db.dialect.steps > 1 ? scan : scanCounted, [from - 1n, to + 1n]);
}

/** How many events were ever committed. Each change of a stay has one. */
export const countAllEvents = oneInteger<[]>(
  `SELECT coalesce((SELECT max(id) FROM events), 0) + (SELECT count(*) FROM pending_events WHERE ${pending})`,
);

/** Up to 100 animals that have left before they arrived. */
export const findReversedStays = allRows<[], bigint>(
  longStatement(
    `SELECT DISTINCT pet_id FROM stays WHERE ${wentOn} < arrived_on - CASE WHEN outcome_on IS NULL THEN 1 ELSE 0 END
     ORDER BY pet_id LIMIT 100`,
  ),
  firstColumn<bigint>,
);
