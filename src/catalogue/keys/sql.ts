import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { type PageRange, queryCount, queryPage } from '../../store/keyset.ts';
import { allRows, asObject, execute, firstColumn, oneRow } from '../../store/queries.ts';
import { type Queryable, type Reader, statement, type Transaction } from '../../store/statement.ts';
import type { Row } from '../../store/tables.ts';
import type { DeprecatedUse, Key, KeyValidity, NewKey } from './model.ts';

const columns =
  'id, name, grants, hint, secret_hash, previous_hash, previous_until, created_at, expires_at, revoked_at, last_used_at, ' +
  'origins';
const validityColumns = 'secret_hash, previous_hash, previous_until, expires_at, revoked_at';
const useColumns = 'key_id, operation, uses, last_used_at';
const readKey = asObject<Omit<Key, 'origins'> & { origins: string | null }>(columns, { keepsNull: true });

const everyKey = { table: 'keys', columns };

const insert = statement<never>(
  'INSERT INTO keys (name, grants, hint, secret_hash, created_at, expires_at, origins) VALUES ($1, $2, $3, $4, $5, $6, $7)',
);
const byHash = statement<Row>(`SELECT ${columns} FROM keys WHERE secret_hash = $1 OR previous_hash = $2`);
const replaceSecret = statement<never>(
  'UPDATE keys SET previous_hash = $1, previous_until = $2, secret_hash = $3, hint = $4 WHERE id = $5',
);
const used = statement<never>('UPDATE keys SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, 0) < $3');
const addUses = statement<never>(
  `INSERT INTO deprecated_uses (${useColumns}) VALUES ($1, $2, $3, $4)
   ON CONFLICT (key_id, operation)
   DO UPDATE SET uses = deprecated_uses.uses + excluded.uses, last_used_at = excluded.last_used_at`,
);

export async function insertKey(tx: Transaction, key: NewKey): Promise<Key> {
  const { name, grants, hint, secretHash, createdAt, expiresAt, origins } = key;
  const stored = origins === undefined ? null : origins.join(' ');
  const id = await tx.insert(insert, [name, grants, hint, secretHash, createdAt, expiresAt, stored]);
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

export const findKeys = allRows<[], Key>(`SELECT ${columns} FROM keys ORDER BY id`, toKey);

export async function findKeyPage(db: Reader, slice: PageRange): Promise<Key[]> {
  return (await queryPage<Row>(db, everyKey, slice)).map(toKey);
}

export function countKeys(db: Queryable): Promise<bigint> {
  return queryCount(db, everyKey);
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

export async function saveKeyUse(tx: Transaction, id: bigint, lastUsedAt: bigint): Promise<void> {
  await tx.query(used, [lastUsedAt, id, lastUsedAt]);
}

export async function addDeprecatedUses(tx: Transaction, use: DeprecatedUse): Promise<void> {
  await tx.query(addUses, [use.keyId, use.operation, use.uses, use.lastUsedAt]);
}

export const findDeprecatedUses = allRows<[], DeprecatedUse>(
  `SELECT ${useColumns} FROM deprecated_uses ORDER BY key_id, operation`,
  asObject<DeprecatedUse>(useColumns),
);

function toKey(row: Row): Key {
  const { origins, ...key } = readKey(row);
  return { ...key, origins: origins?.split(' ') };
}
