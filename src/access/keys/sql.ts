import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { type Condition, type PageRange, queryCount, queryPage, type Selection } from '../../store/keyset.ts';
import { allRows, asObject, execute, firstColumn, oneRow } from '../../store/queries.ts';
import { erasableStatement, type Queryable, type Reader, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { DeprecatedUse, Key, KeyStatus, KeyValidity, NewKey } from './model.ts';

const columns =
  'id, name, grants, hint, secret_hash, previous_hash, previous_until, created_at, expires_at, revoked_at, last_used_at, ' +
  'origins, person_id, is_trusted';
const validityColumns = 'grants, secret_hash, previous_hash, previous_until, expires_at, revoked_at';
const useColumns = 'key_id, operation, uses, last_used_at';
const readKey = asObject<Omit<Key, 'origins'> & { origins: string | null }>(columns, { keepsNull: true });

/** Those of programs. Devices of people are in `people/sql.ts`. */
const isProgram = 'person_id IS NULL';
/** A page of keys may have one status. */
export interface KeyFilters {
  status?: KeyStatus | undefined;
}

/** The keys that have a status at a time. */
const withStatus: Readonly<Record<KeyStatus, (now: bigint) => Condition>> = {
  active: (now) => (bind) => `revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${bind(now)})`,
  expired: (now) => (bind) => `revoked_at IS NULL AND expires_at <= ${bind(now)}`,
  revoked: () => 'revoked_at IS NOT NULL',
};

function select({ status }: KeyFilters, now: bigint): Selection {
  return {
    table: 'keys',
    columns,
    conditions: [isProgram, ...(status === undefined ? [] : [withStatus[status](now)])],
  };
}

const insert = erasableStatement<never>(
  `INSERT INTO keys (name, grants, hint, secret_hash, created_at, expires_at, origins, person_id, is_trusted)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const byHash = statement<Row>(`SELECT ${columns} FROM keys WHERE secret_hash = $1 OR previous_hash = $2`);
const replaceSecret = statement<never>(
  'UPDATE keys SET previous_hash = $1, previous_until = $2, secret_hash = $3, hint = $4 WHERE id = $5',
);
const save = statement<never>('UPDATE keys SET name = $1, grants = $2, expires_at = $3, origins = $4 WHERE id = $5');
const used = erasableStatement<never>(
  `UPDATE keys SET last_used_at = $1,
     expires_at = CASE WHEN is_trusted = 1 AND expires_at > $1 AND expires_at < $2 THEN $3 ELSE expires_at END
   WHERE id = $4 AND coalesce(last_used_at, 0) < $1`,
);
const addUses = statement<never>(
  // A device may have ended meanwhile.
  `INSERT INTO deprecated_uses (operation, uses, last_used_at, key_id) SELECT $1, $2, $3, id FROM keys WHERE id = $4
   ON CONFLICT (key_id, operation)
   DO UPDATE SET uses = deprecated_uses.uses + excluded.uses, last_used_at = excluded.last_used_at`,
);

export async function insertKey(tx: Transaction, key: NewKey): Promise<Key> {
  const { name, grants, hint, secretHash, createdAt, expiresAt, origins, personId = null, isTrusted = null } = key;
  const stored = origins === undefined ? null : origins.join(' ');
  const id = await tx.insert(insert, [
    ...[name, grants, hint, secretHash, createdAt, expiresAt, stored],
    ...[personId, isTrusted],
  ]);
  return { ...key, id, previousHash: null, previousUntil: null, revokedAt: null, lastUsedAt: null };
}

export const findKey = oneRow<[id: bigint], Key>(`SELECT ${columns} FROM keys WHERE id = $1`, toKey);

/** What decides whether a key is valid: every write reads it, so it is no more than that. */
export const findKeyValidity = oneRow<[id: bigint], KeyValidity>(
  `SELECT ${validityColumns} FROM keys WHERE id = $1`,
  asObject<KeyValidity>(validityColumns, { keepsNull: true }),
);

/** The key whose current or previous secret has this hash. */
export function findKeyByHash(db: Queryable, hash: string): MaybePromise<Key | undefined> {
  return andThen(db.query(byHash, [hash, hash]), ([row]) => row && toKey(row));
}

/** The web origins of all public keys that are active at a time (epoch ms). */
export async function findPublicOrigins(db: Queryable, now: bigint): Promise<Set<string>> {
  return new Set((await findActiveOrigins(db, now)).flatMap((origins) => origins.split(' ')));
}

const findActiveOrigins = allRows<[now: bigint], string>(
  `SELECT DISTINCT origins FROM keys
   WHERE origins IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`,
  firstColumn<string>,
);

export const findKeys = allRows<[], Key>(`SELECT ${columns} FROM keys WHERE ${isProgram} ORDER BY id`, toKey);

export async function findKeyPage(db: Reader, filters: KeyFilters, slice: PageRange, now: bigint): Promise<Key[]> {
  return (await queryPage<Row>(db, select(filters, now), slice)).map(toKey);
}

export function countKeys(db: Queryable, filters: KeyFilters, now: bigint): Promise<bigint> {
  return queryCount(db, select(filters, now));
}

/** Stores the fields that can be changed. */
export async function saveKey(
  tx: Transaction,
  { id, name, grants, expiresAt, origins }: Pick<Key, 'id' | 'name' | 'grants' | 'expiresAt' | 'origins'>,
): Promise<void> {
  await tx.query(save, [name, grants, expiresAt, origins?.join(' ') ?? null, id]);
}

/** Stores a new secret. The previous one is valid until `previousUntil`. */
export async function saveKeySecret(
  tx: Transaction,
  key: Pick<Key, 'id' | 'secretHash' | 'hint' | 'previousHash' | 'previousUntil'>,
): Promise<void> {
  await tx.query(replaceSecret, [key.previousHash, key.previousUntil, key.secretHash, key.hint, key.id]);
}

export const saveKeyRevocation = execute<[revokedAt: bigint, id: bigint]>(
  'UPDATE keys SET revoked_at = $1 WHERE id = $2',
);

/** Writes the row as it is, so that concurrent writes of the key conflict. */
export const touchKey = execute<[id: bigint]>('UPDATE keys SET revoked_at = revoked_at WHERE id = $1');

/** Stores when a key was last used. A trusted device that would expire before `renewable` expires at `renewed` (epoch ms). */
export async function saveKeyUse(
  tx: Transaction,
  id: bigint,
  { lastUsedAt, renewable, renewed }: { lastUsedAt: bigint; renewable: bigint; renewed: bigint },
): Promise<void> {
  await tx.query(used, [lastUsedAt, renewable, renewed, id]);
}

export async function addDeprecatedUses(tx: Transaction, use: DeprecatedUse): Promise<void> {
  await tx.query(addUses, [use.operation, use.uses, use.lastUsedAt, use.keyId]);
}

/** The uses by keys, which are sorted by id. */
export async function findDeprecatedUses(db: Queryable, keys: readonly Pick<Key, 'id'>[]): Promise<DeprecatedUse[]> {
  return await findUsesBetween(db, keys[0]?.id ?? 0n, keys.at(-1)?.id ?? 0n);
}

const findUsesBetween = allRows<[first: bigint, last: bigint], DeprecatedUse>(
  `SELECT ${useColumns} FROM deprecated_uses WHERE key_id >= $1 AND key_id <= $2 ORDER BY key_id, operation`,
  asObject<DeprecatedUse>(useColumns),
);

function toKey(row: Row): Key {
  const { origins, ...key } = readKey(row);
  return { ...key, origins: origins?.split(' ') };
}
