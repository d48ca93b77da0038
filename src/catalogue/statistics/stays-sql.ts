import { maxInt64, minInt64 } from '../../lib/int64.ts';
import { firstOfMonth } from '../../lib/timestamp.ts';
import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import { saveSetting } from '../../store/settings.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { pending } from '../events/pending-sql.ts';
import { checkpoint, lowestOf, unaggregated } from '../inventory/sql.ts';
import { unfoldedProfiles } from '../profiles/sql.ts';
import type { PastStay, StayCount } from './model.ts';

const facts = 'species, intake_month, intake_age, intake_type, outcome_month, outcome_age, outcome_type, days';
const columns = 'kind, month, species, age_group, type, days';

/** The counts to which stays belong. */
const countsOf = (stays: string, animals: string, condition: string) => `
  SELECT 'intake' AS kind, intake_month AS month, species, intake_age AS age_group, intake_type AS type, 0 AS days,
    ${animals} AS animals FROM ${stays} WHERE ${condition}
  UNION ALL
  SELECT 'outcome', outcome_month, species, outcome_age, outcome_type, 0, ${animals} FROM ${stays}
  WHERE outcome_month IS NOT NULL AND ${condition}
  UNION ALL
  SELECT 'length', outcome_month, species, '', '', days, ${animals} FROM ${stays} WHERE days IS NOT NULL AND ${condition}`;
const sum = 'CAST(sum(animals) AS BIGINT)';
const grouped = `GROUP BY ${columns} HAVING sum(animals) <> 0`;

const log = execute<[animals: bigint, petId: bigint]>(
  `INSERT INTO stay_changes (animals, pet_id, ${facts})
   SELECT CAST($1 AS BIGINT), pet_id, ${facts} FROM stays WHERE pet_id = $2`,
);
const keep = execute<[endedAt: bigint, petId: bigint]>(
  `INSERT INTO past_stays
     (pet_id, species, birth_date, birth_date_precision, arrived_on, intake_type, outcome_on, outcome_type, ended_at)
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

/** Runs a write that may change the stays of an animal, and records what they were and what they have become. */
export async function recordStays(tx: Transaction, petId: bigint, change: () => Promise<void>): Promise<void> {
  await log(tx, -1n, petId);
  await change();
  await log(tx, 1n, petId);
}

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

/** Animals that were added, which have no profile yet, by day and status. */
const addedIn = (table: string, condition: string) => `
  SELECT at / 86400000 AS day, status, count(*) AS animals FROM ${table}
  WHERE type = 'pet.created' AND ${condition} GROUP BY at / 86400000, status`;
type AddedRow = readonly [day: bigint, status: string, animals: bigint];
const findAdded = statement<AddedRow>(addedIn('events', 'id > $1 AND id <= $2 AND pet_id <= $3'));
const logAdded = execute<[animals: bigint, month: bigint, outcomeMonth: bigint | null, days: bigint | null]>(
  `INSERT INTO stay_changes (animals, ${facts}) VALUES ($1, '', $2, 'unknown', '', $3, 'unknown', '', $4)`,
);
const findLastChange = oneInteger<[]>('SELECT max(id) FROM stay_changes');
const store = (counts: string) => `
  INSERT INTO monthly_stays (${columns}, animals) SELECT ${columns}, sum(animals) FROM (${counts}) AS counts ${grouped}
  ON CONFLICT (${columns}) DO UPDATE SET animals = monthly_stays.animals + excluded.animals`;
const addChanges = allRows<[last: bigint], bigint>(
  `${store(countsOf('stay_changes', 'animals', 'id <= $1'))} RETURNING animals`,
  firstColumn<bigint>,
);
const removeChanges = execute<[last: bigint]>('DELETE FROM stay_changes WHERE id <= $1');
/** Of animals that are not counted yet: the recount finds what has become of them. */
const removeUncounted = execute<[counted: bigint]>('DELETE FROM stay_changes WHERE pet_id > $1');
/**
 * Releases before 1.2.0 change animals without recording their stays, and profiles without all that they are found by. Their
 * events have no actor.
 */
const findOldWrites = oneRow<[upTo: bigint, from: bigint, to: bigint], { stays: bigint; profiles: bigint }>(
  `SELECT count(CASE WHEN pet_id <= $1 THEN 1 END), count(CASE WHEN type IN ('pet.updated', 'pet.profile_changed') THEN 1 END)
   FROM events WHERE id > $2 AND id <= $3 AND actor IS NULL AND type <> 'pet.created'`,
  asObject<{ stays: bigint; profiles: bigint }>('stays, profiles'),
);

/**
 * Up to which animal the stays are counted: `maxInt64` when those of all are. No row when a release before 1.2.0 has aggregated
 * events, which it does without the stays.
 */
const marked = (event: string) =>
  `FROM event_marks WHERE name = 'stays' AND ${event} = (SELECT event_id FROM event_marks WHERE name = 'stay_events')`;
const findCounted = oneRow<[checkpoint: bigint], bigint>(`SELECT event_id ${marked('$1')}`, firstColumn<bigint>);
const saveMark = execute<[name: string, id: bigint]>(
  `INSERT INTO event_marks (name, event_id) VALUES ($1, $2)
   ON CONFLICT (name) DO UPDATE SET event_id = excluded.event_id`,
);
const allCounted = `${marked(checkpoint)} AND event_id = ${maxInt64}`;
const countAllCounted = oneInteger<[]>(`SELECT count(*) ${allCounted}`);
const removeAll = execute<[]>('DELETE FROM monthly_stays');
/** Counts the stays of some animals. */
export const recountOf = (condition: string) => store(countsOf('stays', '1', condition));
const recount = execute<[after: bigint, upTo: bigint]>(recountOf('pet_id > $1 AND pet_id <= $2'));
/** So many rows of one table further: also animals that are gone have stays. */
const findEnd = oneRow<[after: bigint, rows: bigint], bigint | null>(
  `SELECT min(id) FROM (
     SELECT max(id) AS id, count(*) AS found FROM (SELECT id FROM pets WHERE id > $1 ORDER BY id LIMIT $2) AS next_pets
     UNION ALL SELECT max(pet_id), count(*)
     FROM (SELECT pet_id FROM past_stays WHERE pet_id > $1 ORDER BY pet_id LIMIT $2) AS next_stays
   ) AS ends WHERE found = $2`,
  firstColumn<bigint | null>,
);

/** Whether the stays of all animals are counted. */
export async function areStaysCounted(db: Queryable): Promise<boolean> {
  return (await countAllCounted(db)) > 0n;
}

/**
 * Aggregates what has changed, and the animals added by the events after `from`, up to and including `to`. Returns the lowest of the
 * counts that have changed, or 0. It may be negative while animals are left that were added later: their changes are aggregated.
 */
export async function aggregateStays(tx: Transaction, from: bigint, to: bigint): Promise<bigint> {
  const mark = await findCounted(tx, from);
  const known = mark ?? minInt64;
  const { stays = 0n, profiles = 0n } = (await findOldWrites(tx, known, from, to)) ?? {};
  const counted = stays > 0n ? minInt64 : known;
  if (profiles > 0n || (mark === undefined && from > 0n)) await saveSetting(tx, unfoldedProfiles, '0');
  await saveMarks(tx, counted, to);
  if (counted < maxInt64) await removeUncounted(tx, counted);
  for (const [day, status, animals] of await tx.query(findAdded, [from, to, counted])) {
    const month = firstOfMonth(day);
    await logAdded(tx, animals, month, status === 'sold' ? month : null, status === 'sold' ? 0n : null);
  }
  const last = await findLastChange(tx);
  const counts = await addChanges(tx, last);
  await removeChanges(tx, last);
  return lowestOf(counts);
}

async function saveMarks(tx: Transaction, counted: bigint, checkpoint: bigint): Promise<void> {
  await saveMark(tx, 'stays', counted);
  await saveMark(tx, 'stay_events', checkpoint);
}

/**
 * Counts the stays of about `limit` animals more, or with `restarts` of the first ones, and returns whether others are left. All
 * events up to the checkpoint, and no others, must have been aggregated in this transaction.
 */
export async function recountStays(
  tx: Transaction,
  checkpoint: bigint,
  limit: bigint,
  restarts: boolean,
): Promise<boolean> {
  const after = restarts ? minInt64 : ((await findCounted(tx, checkpoint)) ?? minInt64);
  if (after === maxInt64) return false;
  if (after === minInt64) {
    await removeAll(tx);
    await removeUncounted(tx, minInt64);
  }
  const upTo = (await findEnd(tx, after, limit)) ?? maxInt64;
  await recount(tx, after, upTo);
  await saveMarks(tx, upTo, checkpoint);
  return upTo < maxInt64;
}

const asCount = asObject<StayCount>(`${columns}, animals`);
type Found = Omit<StayCount, 'kind'> & { kind: StayCount['kind'] | 'before' | 'added' | 'added_sold' | 'counted' };
const readFound = asObject<Found>(`${columns}, animals`);
const added = (table: string, condition: string) =>
  `SELECT CASE WHEN status = 'sold' THEN 'added_sold' ELSE 'added' END AS kind, day AS month,
     '' AS species, '' AS age_group, '' AS type, 0 AS days, animals
   FROM (${addedIn(table, condition)}) AS ${table}_added`;
const balance = (source: string) => `
  SELECT 'before', CAST($1 AS BIGINT), species, '', '', 0, CASE WHEN kind = 'intake' THEN animals ELSE -animals END
  FROM ${source} WHERE kind IN ('intake', 'outcome') AND month < $1`;
const changes = `(${countsOf('stay_changes', 'animals', 'id > 0')}) AS changes`;
const inRange = 'month >= $1 AND month < $2';
const find = statement<Row>(
  `SELECT ${columns}, ${sum} FROM (
     SELECT ${columns}, animals FROM monthly_stays WHERE kind IN ('intake', 'outcome', 'length') AND ${inRange}
     UNION ALL SELECT ${columns}, animals FROM ${changes} WHERE ${inRange}
     UNION ALL ${balance('monthly_stays')}
     UNION ALL ${balance(changes)}
     UNION ALL ${added('events', unaggregated)}
     UNION ALL ${added('pending_events', pending)}
     UNION ALL SELECT 'counted', event_id, '', '', '', 0, 1 ${allCounted}
   ) AS counts ${grouped}`,
);

export interface FoundStays {
  counts: StayCount[];
  /** How many animals of each species were in care before the first day. */
  inCare: Map<string, bigint>;
}

/** The counts of the months from one to before another; `undefined` until all animals are counted. */
export async function findStays(db: Queryable, from: bigint, to: bigint): Promise<FoundStays | undefined> {
  const inCare = new Map<string, bigint>();
  const counts: StayCount[] = [];
  let isCounted = false;
  const addTo = (count: StayCount) => {
    const { kind, month, species, animals } = count;
    if (month >= from && month < to) counts.push(count);
    else if (month < from && kind !== 'length') {
      inCare.set(species, (inCare.get(species) ?? 0n) + (kind === 'intake' ? animals : -animals));
    }
  };
  for (const row of await db.query(find, [from, to])) {
    const { kind, ...count } = readFound(row);
    if (kind === 'counted') isCounted = true;
    else if (kind === 'before') inCare.set(count.species, (inCare.get(count.species) ?? 0n) + count.animals);
    else if (kind !== 'added' && kind !== 'added_sold') counts.push({ kind, ...count });
    else {
      const month = firstOfMonth(count.month);
      addTo({ ...count, kind: 'intake', month, ageGroup: 'unknown' });
      if (kind === 'added') continue;
      addTo({ ...count, kind: 'outcome', month, ageGroup: 'unknown' });
      addTo({ ...count, kind: 'length', month });
    }
  }
  return isCounted ? { counts, inCare } : undefined;
}

const countStays = allRows<[], StayCount>(
  longStatement(
    `SELECT ${columns}, ${sum} FROM (${countsOf('stays', '1', 'pet_id IS NOT NULL')}) AS counts ${grouped}`,
  ),
  asCount,
);

/** Whether the counts of all months are what the animals say, all of which it reads; `undefined` until these are counted. */
export async function areStaysRight(db: Queryable): Promise<boolean | undefined> {
  const counted = await countStays(db);
  const stays = await findStays(db, -(2n ** 62n), 2n ** 62n);
  if (stays === undefined) return counted.length === 0 || undefined;
  const sums = new Map<string, bigint>();
  const add = ({ kind, month, species, ageGroup, type, days, animals }: StayCount, sign: bigint) => {
    const key = [kind, month, ageGroup, type, days, species].join(' ');
    sums.set(key, (sums.get(key) ?? 0n) + sign * animals);
  };
  for (const count of stays.counts) add(count, 1n);
  for (const count of counted) add(count, -1n);
  return [...sums.values()].every((sum) => sum === 0n);
}

/** Up to 100 animals that have left before they arrived. */
export const findReversedStays = allRows<[], bigint>(
  longStatement('SELECT DISTINCT pet_id FROM stays WHERE outcome_on < arrived_on ORDER BY pet_id LIMIT 100'),
  ([petId]: readonly [bigint]) => petId,
);
