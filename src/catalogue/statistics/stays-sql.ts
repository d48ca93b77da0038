import { dayMs } from '../../lib/timestamp.ts';
import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import { insertOf, longStatement, type StoreReader, statement, type Transaction } from '../../store/statement.ts';
import { pending } from '../events/pending-sql.ts';
import type { Profile } from '../profiles/model.ts';
import type { AgeGroup, IntakeType, OutcomeType, PastStay } from './model.ts';

/** A stay. Days are those since 1970-01-01; texts are empty where nothing is known. */
export type StayRow = readonly [
  species: string,
  intakeOn: bigint,
  intakeAge: AgeGroup,
  intakeType: IntakeType | '',
  outcomeOn: bigint | null,
  outcomeAge: AgeGroup,
  outcomeType: OutcomeType | '',
  days: bigint | null,
];

/** Of the stays that are over before the range or begin after it, one of 500 is found all the same: a scan can end its part there. */
const scan = statement<StayRow>(
  `SELECT species, intake_on, intake_age, intake_type, outcome_on, outcome_age, outcome_type, days FROM stays
   WHERE (outcome_on IS NULL OR outcome_on >= $1 OR intake_on >= $1) AND (intake_on < $2 OR outcome_on < $2)
     OR pet_id % 500 = 0`,
);
const pastColumns =
  'pet_id, species, birth_date, birth_date_precision, arrived_on, intake_type, outcome_on, outcome_type, ended_at';
const keep = execute<[endedAt: bigint, petId: bigint]>(
  `INSERT INTO past_stays (${pastColumns})
   SELECT pet_id, species, birth_date, birth_date_precision, arrived_on, intake_type, outcome_on, outcome_type,
     CAST($1 AS BIGINT)
   FROM stays WHERE pet_id = $2 AND is_past = 0 AND outcome_on IS NOT NULL`,
);
const past = 'arrived_on, intake_type, outcome_on, outcome_type';
const pastTexts = "arrived_on, nullif(intake_type, ''), outcome_on, nullif(outcome_type, '')";
const findPast = oneRow<[petId: bigint, endedAt: bigint], PastStay>(
  `SELECT ${pastTexts} FROM past_stays WHERE pet_id = $1 AND ended_at = $2`,
  asObject<PastStay>(past),
);
const removePast = execute<[petId: bigint, endedAt: bigint]>(
  'DELETE FROM past_stays WHERE pet_id = $1 AND ended_at = $2',
);

/** Keeps the stay of an animal that has left, before it is overwritten or removed. */
export async function keepStay(tx: Transaction, petId: bigint, endedAt: bigint): Promise<void> {
  await keep(tx, endedAt, petId);
}

/** Takes back `keepStay`: the stay that was kept then, if there is one. */
export async function takeKeptStay(tx: Transaction, petId: bigint, endedAt: bigint): Promise<PastStay | undefined> {
  const stay = await findPast(tx, petId, endedAt);
  if (stay !== undefined) await removePast(tx, petId, endedAt);
  return stay;
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

/** The past stays of an animal, with their ids. */
export const findStaysOf = allRows<[petId: bigint], { id: bigint; arrivedOn?: bigint; outcomeOn: bigint }>(
  'SELECT id, arrived_on, outcome_on FROM past_stays WHERE pet_id = $1 ORDER BY id',
  asObject<{ id: bigint; arrivedOn?: bigint; outcomeOn: bigint }>('id, arrived_on, outcome_on'),
);

/** Deletes the past stays of an animal after one of them. */
export const deleteStays = execute<[petId: bigint, after: bigint]>(
  'DELETE FROM past_stays WHERE pet_id = $1 AND id > $2',
);

/** The stays that begin before `to` and end on `from` or later, and some others; see `StoreReader.scan`. */
export function scanStays(db: StoreReader, from: bigint, to: bigint): AsyncIterable<StayRow[]> {
  return db.scan(scan, [from, to]);
}

/** How many events were ever committed. Each change of a stay has one. */
export const countAllEvents = oneInteger<[]>(
  `SELECT coalesce((SELECT max(id) FROM events), 0) + (SELECT count(*) FROM pending_events WHERE ${pending})`,
);

/** Up to 100 animals that have left before they arrived. */
export const findReversedStays = allRows<[], bigint>(
  longStatement('SELECT DISTINCT pet_id FROM stays WHERE outcome_on < arrived_on ORDER BY pet_id LIMIT 100'),
  firstColumn<bigint>,
);
