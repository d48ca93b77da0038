import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { DeprecatedUse, Key, KeyValidity, NewKey } from '../model/keys.ts';
import { type PageRange, queryCount, queryPage } from '../store/keyset.ts';
import { type Queryable, type Reader, statement, type Transaction } from '../store/statement.ts';

type KeyRow = readonly [
  id: bigint,
  name: string,
  grants: string,
  hint: string,
  secretHash: string,
  previousHash: string | null,
  previousUntil: bigint | null,
  createdAt: bigint,
  expiresAt: bigint | null,
  revokedAt: bigint | null,
  lastUsedAt: bigint | null,
  origins: string | null,
];

const columns =
  'id, name, grants, hint, secret_hash, previous_hash, previous_until, created_at, expires_at, revoked_at, last_used_at, ' +
  'origins';

const everyKey = { table: 'keys', columns };

const insert = statement<never>(
  'INSERT INTO keys (name, grants, hint, secret_hash, created_at, expires_at, origins) VALUES ($1, $2, $3, $4, $5, $6, $7)',
);
const byId = statement<KeyRow>(`SELECT ${columns} FROM keys WHERE id = $1`);
const validityById = statement<
  readonly [
    secretHash: string,
    previousHash: string | null,
    previousUntil: bigint | null,
    expiresAt: bigint | null,
    revokedAt: bigint | null,
  ]
>('SELECT secret_hash, previous_hash, previous_until, expires_at, revoked_at FROM keys WHERE id = $1');
const byHash = statement<KeyRow>(`SELECT ${columns} FROM keys WHERE secret_hash = $1 OR previous_hash = $2`);
const activeOrigins = statement<readonly [origins: string]>(
  `SELECT DISTINCT origins FROM keys
   WHERE origins IS NOT NULL AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1)`,
);
const all = statement<KeyRow>(`SELECT ${columns} FROM keys ORDER BY id`);
const replaceSecret = statement<never>(
  'UPDATE keys SET previous_hash = $1, previous_until = $2, secret_hash = $3, hint = $4 WHERE id = $5',
);
const revoke = statement<never>('UPDATE keys SET revoked_at = $1 WHERE id = $2');
const touch = statement<never>('UPDATE keys SET revoked_at = revoked_at WHERE id = $1');
const used = statement<never>('UPDATE keys SET last_used_at = $1 WHERE id = $2 AND coalesce(last_used_at, 0) < $3');
const addUses = statement<never>(
  `INSERT INTO deprecated_uses (key_id, operation, uses, last_used_at) VALUES ($1, $2, $3, $4)
   ON CONFLICT (key_id, operation)
   DO UPDATE SET uses = deprecated_uses.uses + excluded.uses, last_used_at = excluded.last_used_at`,
);
const allUses = statement<readonly [keyId: bigint, operation: string, uses: bigint, lastUsedAt: bigint]>(
  'SELECT key_id, operation, uses, last_used_at FROM deprecated_uses ORDER BY key_id, operation',
);

export async function insertKey(tx: Transaction, key: NewKey): Promise<Key> {
  const { name, grants, hint, secretHash, createdAt, expiresAt, origins } = key;
  const stored = origins === undefined ? null : origins.join(' ');
  const id = await tx.insert(insert, [name, grants, hint, secretHash, createdAt, expiresAt, stored]);
  return { ...key, id, previousHash: null, previousUntil: null, revokedAt: null, lastUsedAt: null };
}

export function findKey(db: Queryable, id: bigint): MaybePromise<Key | undefined> {
  return andThen(db.query(byId, [id]), ([row]) => row && toKey(row));
}

/** What decides whether a key is valid: every write reads it, so it is no more than that. */
export function findKeyValidity(db: Queryable, id: bigint): MaybePromise<KeyValidity | undefined> {
  return andThen(db.query(validityById, [id]), ([row]) => {
    if (row === undefined) return undefined;
    const [secretHash, previousHash, previousUntil, expiresAt, revokedAt] = row;
    return { secretHash, previousHash, previousUntil, expiresAt, revokedAt };
  });
}

/** The key whose current or previous secret has this hash. */
export function findKeyByHash(db: Queryable, hash: string): MaybePromise<Key | undefined> {
  return andThen(db.query(byHash, [hash, hash]), ([row]) => row && toKey(row));
}

/** The web origins of all public keys that are active at a time (epoch ms). */
export function findPublicOrigins(db: Queryable, now: bigint): MaybePromise<Set<string>> {
  return andThen(db.query(activeOrigins, [now]), (rows) => new Set(rows.flatMap(([origins]) => origins.split(' '))));
}

export async function findKeys(db: Queryable): Promise<Key[]> {
  return (await db.query(all, [])).map(toKey);
}

/** A page of the keys, by ascending id. */
export function findKeyPage(db: Reader, slice: PageRange): MaybePromise<Key[]> {
  return andThen(queryPage<KeyRow>(db, everyKey, slice), (rows) => rows.map(toKey));
}

export function countKeys(db: Queryable): MaybePromise<bigint> {
  return queryCount(db, everyKey);
}

/** Stores a new secret. The previous one is valid until `previousUntil`. */
export async function saveKeySecret(
  tx: Transaction,
  key: Pick<Key, 'id' | 'secretHash' | 'hint' | 'previousHash' | 'previousUntil'>,
): Promise<void> {
  await tx.query(replaceSecret, [key.previousHash, key.previousUntil, key.secretHash, key.hint, key.id]);
}

export async function saveKeyRevocation(tx: Transaction, id: bigint, revokedAt: bigint): Promise<void> {
  await tx.query(revoke, [revokedAt, id]);
}

/** Writes the row as it is, so that concurrent writes of the key conflict. */
export async function touchKey(tx: Transaction, id: bigint): Promise<void> {
  await tx.query(touch, [id]);
}

export async function saveKeyUse(tx: Transaction, id: bigint, lastUsedAt: bigint): Promise<void> {
  await tx.query(used, [lastUsedAt, id, lastUsedAt]);
}

export async function addDeprecatedUses(tx: Transaction, use: DeprecatedUse): Promise<void> {
  await tx.query(addUses, [use.keyId, use.operation, use.uses, use.lastUsedAt]);
}

export async function findDeprecatedUses(db: Queryable): Promise<DeprecatedUse[]> {
  const rows = await db.query(allUses, []);
  return rows.map(([keyId, operation, uses, lastUsedAt]) => ({ keyId, operation, uses, lastUsedAt }));
}

function toKey(row: KeyRow): Key {
  const [id, name, grants, hint, secretHash, previousHash, previousUntil, createdAt, expiresAt, revokedAt, ...rest] =
    row;
  const [lastUsedAt, origins] = rest;
  const times = { previousUntil, createdAt, expiresAt, revokedAt, lastUsedAt };
  return { id, name, grants, hint, secretHash, previousHash, ...times, origins: origins?.split(' ') };
}
