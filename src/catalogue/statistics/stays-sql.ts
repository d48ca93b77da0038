import { firstOfMonth } from '../../lib/timestamp.ts';
import { allRows, asObject, execute, firstColumn, oneInteger, oneRow } from '../../store/queries.ts';
import { longStatement, type Queryable, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import { pending } from '../events/pending-sql.ts';
import { unaggregated } from '../inventory/sql.ts';
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
  `INSERT INTO stay_changes (animals, ${facts}) SELECT CAST($1 AS BIGINT), ${facts} FROM stays WHERE pet_id = $2`,
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
const findAdded = statement<AddedRow>(addedIn('events', 'id > $1 AND id <= $2'));
const logAdded = execute<[animals: bigint, month: bigint, outcomeMonth: bigint | null, days: bigint | null]>(
  `INSERT INTO stay_changes (animals, ${facts}) VALUES ($1, '', $2, 'unknown', '', $3, 'unknown', '', $4)`,
);
const findLastChange = oneInteger<[]>('SELECT max(id) FROM stay_changes');
const store = (counts: string) =>
  `INSERT INTO monthly_stays (${columns}, animals) SELECT ${columns}, sum(animals) FROM (${counts}) AS counts ${grouped}`;
const addUp = `ON CONFLICT (${columns}) DO UPDATE SET animals = monthly_stays.animals + excluded.animals`;
const addChanges = execute<[last: bigint]>(
  `${store(countsOf('stay_changes', 'animals', 'id <= $1'))}
   ${addUp}`,
);
const removeChanges = execute<[last: bigint]>('DELETE FROM stay_changes WHERE id <= $1');
/** Releases before 1.2.0 change animals without recording their stays. Their events have no actor. */
const countOldWriters = oneInteger<[from: bigint, to: bigint]>(
  `SELECT count(*) FROM events
   WHERE id > $1 AND id <= $2 AND actor IS NULL AND pet_id IS NOT NULL AND type <> 'pet.created'`,
);
const isCounted = oneInteger<[]>("SELECT count(*) FROM event_marks WHERE name = 'stays'");
const forget = execute<[]>("DELETE FROM event_marks WHERE name = 'stays'");
const mark = execute<[]>("INSERT INTO event_marks (name, event_id) VALUES ('stays', 0)");
const removeAll = execute<[]>('DELETE FROM monthly_stays');
const recount = execute<[after: bigint, upTo: bigint]>(
  `${store(countsOf('stays', '1', 'pet_id > $1 AND pet_id <= $2'))} ${addUp}`,
);
const findAnimalAfter = oneRow<[after: bigint, offset: bigint], bigint>(
  'SELECT id FROM pets WHERE id > $1 ORDER BY id LIMIT 1 OFFSET $2',
  firstColumn<bigint>,
);
const lowestId = -(2n ** 63n);
const highestId = 2n ** 63n - 1n;
/** Few enough for the statement timeout of PostgreSQL. */
const recountedAtOnce = 20_000n;

/** Whether the stays of all animals are counted. */
export async function areStaysCounted(db: Queryable): Promise<boolean> {
  return (await isCounted(db)) > 0n;
}

/** Aggregates what has changed, and the animals added by the events after `from`, up to and including `to`. */
export async function aggregateStays(tx: Transaction, from: bigint, to: bigint): Promise<void> {
  if ((await countOldWriters(tx, from, to)) > 0n) await forget(tx);
  for (const [day, status, animals] of await tx.query(findAdded, [from, to])) {
    const month = firstOfMonth(day);
    await logAdded(tx, animals, month, status === 'sold' ? month : null, status === 'sold' ? 0n : null);
  }
  const last = await findLastChange(tx);
  await addChanges(tx, last);
  await removeChanges(tx, last);
}

/** Replaces all counts by those of the stays. All events must be aggregated. Costs what there are animals. */
export async function recountStays(tx: Transaction): Promise<void> {
  await removeChanges(tx, await findLastChange(tx));
  await removeAll(tx);
  for (let after = lowestId; after < highestId; ) {
    const upTo = (await findAnimalAfter(tx, after, recountedAtOnce)) ?? highestId;
    await recount(tx, after, upTo);
    after = upTo;
  }
  await forget(tx);
  await mark(tx);
}

const asCount = asObject<StayCount>(`${columns}, animals`);
type Found = Omit<StayCount, 'kind'> & { kind: StayCount['kind'] | 'before' | 'added' | 'added_sold' };
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
   ) AS counts ${grouped}`,
);

/** The counts of the months from one to before another, and how many animals of each species were in care when the first began. */
export async function findStays(
  db: Queryable,
  from: bigint,
  to: bigint,
): Promise<{ counts: StayCount[]; inCare: Map<string, bigint> }> {
  const inCare = new Map<string, bigint>();
  const counts: StayCount[] = [];
  const addTo = (count: StayCount) => {
    const { kind, month, species, animals } = count;
    if (month >= from && month < to) counts.push(count);
    else if (month < from && kind !== 'length') {
      inCare.set(species, (inCare.get(species) ?? 0n) + (kind === 'intake' ? animals : -animals));
    }
  };
  for (const row of await db.query(find, [from, to])) {
    const { kind, ...count } = readFound(row);
    if (kind === 'before') inCare.set(count.species, (inCare.get(count.species) ?? 0n) + count.animals);
    else if (kind !== 'added' && kind !== 'added_sold') counts.push({ kind, ...count });
    else {
      const month = firstOfMonth(count.month);
      addTo({ ...count, kind: 'intake', month, ageGroup: 'unknown' });
      if (kind === 'added') continue;
      addTo({ ...count, kind: 'outcome', month, ageGroup: 'unknown' });
      addTo({ ...count, kind: 'length', month });
    }
  }
  return { counts, inCare };
}

/** Counts all stays by reading them, for a check of what `findStays` says. */
export const countStays = allRows<[], StayCount>(
  longStatement(
    `SELECT ${columns}, ${sum} FROM (${countsOf('stays', '1', 'pet_id IS NOT NULL')}) AS counts ${grouped}`,
  ),
  asCount,
);

/** Whether the counts of all months are what was counted. */
export async function areStaysOf(db: Queryable, counted: readonly StayCount[]): Promise<boolean> {
  const { counts } = await findStays(db, -(2n ** 62n), 2n ** 62n);
  const sums = new Map<string, bigint>();
  const add = ({ kind, month, species, ageGroup, type, days, animals }: StayCount, sign: bigint) => {
    const key = [kind, month, ageGroup, type, days, species].join(' ');
    sums.set(key, (sums.get(key) ?? 0n) + sign * animals);
  };
  for (const count of counts) add(count, 1n);
  for (const count of counted) add(count, -1n);
  return [...sums.values()].every((sum) => sum === 0n);
}

/** Up to 100 animals that have left before they arrived. */
export const findReversedStays = allRows<[], bigint>(
  longStatement('SELECT DISTINCT pet_id FROM stays WHERE outcome_on < arrived_on ORDER BY pet_id LIMIT 100'),
  ([petId]: readonly [bigint]) => petId,
);
