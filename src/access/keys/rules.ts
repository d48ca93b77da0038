import { found, ServiceError } from '../../errors/service-error.ts';
import { dayMs, hourMs } from '../../lib/timestamp.ts';
import type { Stamp } from '../../record/events/model.ts';
import { findSetting, insertSetting } from '../../store/settings.ts';
import type { Queryable, Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { recordAuditEvent } from '../audit-events/rules.ts';
import { deleteLinksBy } from '../people/sql.ts';
import type { Key, KeyStatus, KeyValidity, NewKey } from './model.ts';
import {
  addDeprecatedUses,
  findKey,
  findKeyByHash,
  findKeys,
  insertKey,
  saveKeyRevocation,
  saveKeySecret,
  saveKeyUse,
} from './sql.ts';
import { moveWebhooks } from './webhook-sql.ts';

export function statusOf(
  { revokedAt, expiresAt }: Pick<Key, 'revokedAt' | 'expiresAt'>,
  now: bigint | number,
): KeyStatus {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

export type KeyRejection = Exclude<KeyStatus, 'active'> | 'replaced';

/** Whether a key is valid with the secret that has this hash, and until when (epoch ms). */
export function validateKey(
  key: KeyValidity,
  secretHash: string,
  now: bigint | number,
): { validUntil: number } | { rejection: KeyRejection } {
  const status = statusOf(key, now);
  if (status !== 'active') return { rejection: status };
  const expiresAt = key.expiresAt === null ? Number.POSITIVE_INFINITY : Number(key.expiresAt);
  if (key.secretHash === secretHash) return { validUntil: expiresAt };
  const graceEndsAt = key.previousHash === secretHash ? Number(key.previousUntil ?? 0n) : 0;
  return graceEndsAt <= now ? { rejection: 'replaced' } : { validUntil: Math.min(expiresAt, graceEndsAt) };
}

/** Commands of the operator have no caller and need no scopes: access to the storage is enough. */
export const createKeyByOperator: Command<NewKey, Key> = { name: 'createKey by the operator', run: addByOperator };

async function addByOperator(tx: Transaction, draft: NewKey): Promise<Key> {
  const key = await insertKey(tx, draft);
  await recordAuditEvent(tx, { type: 'key.created', at: draft.createdAt, actor: 'system', keyId: key.id });
  return key;
}

/**
 * Tells whether this is the first start, and creates the key that is given. Of several nodes that start at the same time it is that of
 * one, because they conflict in the setting.
 */
export const createFirstKey: Command<{ key: NewKey | undefined }, boolean> = {
  name: 'createFirstKey',
  async run(tx, { key }) {
    if ((await findKeys(tx)).length > 0 || (await findSetting(tx, 'first_key')) !== undefined) return false;
    await insertSetting(tx, 'first_key', key?.hint ?? 'none');
    if (key !== undefined) await addByOperator(tx, key);
    return true;
  },
};

/**
 * Registers a secret that the operator has chosen, only once: a key that was registered before is not changed, even if it
 * was revoked or rotated since.
 */
export const presetKey: Command<NewKey, { key: Key; isNew: boolean }> = {
  name: 'presetKey',
  async run(tx, input) {
    const name = `preset_key ${input.secretHash}`;
    const known = await findSetting(tx, name);
    if (known !== undefined) return { key: await requireKey(tx, BigInt(known)), isNew: false };
    const existing = await findKeyByHash(tx, input.secretHash);
    const key = existing ?? (await addByOperator(tx, input));
    await insertSetting(tx, name, String(key.id));
    return { key, isNew: existing === undefined };
  },
};

export interface KeyReplacement {
  id: bigint;
  secretHash: string;
  hint: string;
  /** Until when (epoch ms) the old secret stays valid. */
  previousUntil: bigint;
  now: bigint;
}

/** Gives a key a new secret. The old one is valid for the grace period; one from an earlier rotation becomes invalid. */
export const rotateKeyByOperator: Command<KeyReplacement, Key> = {
  name: 'rotateKey by the operator',
  isBarrier: true,
  async run(tx, replacement) {
    const { id, now: at } = replacement;
    await recordAuditEvent(tx, { type: 'key.rotated', at, actor: 'system', keyId: id });
    return await rotateSecret(tx, replacement);
  },
};

export async function rotateSecret(
  tx: Transaction,
  { id, secretHash, hint, previousUntil, now }: KeyReplacement,
): Promise<Key> {
  const key = await requireActiveKey(tx, id, now);
  const rotated = { ...key, secretHash, hint, previousHash: key.secretHash, previousUntil };
  await saveKeySecret(tx, rotated);
  return rotated;
}

export interface Revocation {
  id: bigint;
  now: bigint;
  /** Whether its webhooks stay active, without a known key. Otherwise they are paused. */
  keepsWebhooks?: boolean;
}

/** Revokes a key. One that is revoked already is not changed. */
export const revokeKeyByOperator: Command<Revocation, Key> = {
  name: 'revokeKey by the operator',
  isBarrier: true,
  async run(tx, { id, now, keepsWebhooks = false }) {
    const key = await requireProgramKey(tx, id);
    if (key.revokedAt !== null) return key;
    if (keepsWebhooks) await moveWebhooks(tx, id, undefined);
    await revoke(tx, id, { at: now, actor: 'system' });
    return { ...key, revokedAt: now };
  },
};

/** The links that a key has made end with it. */
export async function revoke(tx: Transaction, id: bigint, stamp: Stamp): Promise<void> {
  await saveKeyRevocation(tx, stamp.at, id);
  await deleteLinksBy(tx, id);
  await recordAuditEvent(tx, { type: 'key.revoked', ...stamp, keyId: id });
}

/** The use of a key since the last report. */
export interface KeyUseReport {
  keyId: bigint;
  lastUsedAt: bigint;
  deprecated: readonly { operation: string; calls: bigint }[];
}

export const recordKeyUses: Command<readonly KeyUseReport[], void> = {
  name: 'recordKeyUses',
  async run(tx, reports) {
    // In the order of ids: two nodes that report the same keys would otherwise deadlock.
    const ordered = [...reports].sort((one, other) => Number(one.keyId - other.keyId));
    for (const { keyId, lastUsedAt, deprecated } of ordered) {
      const renewed = lastUsedAt + devicePeriodsMs.trusted;
      await saveKeyUse(tx, keyId, { lastUsedAt, renewed, renewable: renewed - BigInt(dayMs) });
      for (const { operation, calls } of deprecated) {
        await addDeprecatedUses(tx, { keyId, operation, uses: calls, lastUsedAt });
      }
    }
  },
};

/** How long a device is signed in, and how long a trusted one is that nobody uses. It is renewed once a day at most. */
export const trustedDeviceDays = 30;
export const otherDeviceHours = 12;
export const devicePeriodsMs = { trusted: BigInt(trustedDeviceDays * dayMs), other: BigInt(otherDeviceHours * hourMs) };

/** The key of a program. @throws ServiceError `key_not_found` */
export async function requireProgramKey(db: Queryable, id: bigint): Promise<Key> {
  const key = await requireKey(db, id);
  if (key.personId == null) return key;
  throw new ServiceError('key_not_found', `There is no key with the id ${id}.`);
}

/** @throws ServiceError `key_not_found` */
export async function requireKey(db: Queryable, id: bigint): Promise<Key> {
  return await found(findKey(db, id), 'key_not_found', () => `There is no key with the id ${id}.`);
}

/** The key of the caller. @throws ServiceError `invalid_api_key` when it has been removed since it was looked up */
export async function requireOwnKey(db: Queryable, callerId: bigint): Promise<Key> {
  const key = await findKey(db, callerId);
  if (key === undefined) throw new ServiceError('invalid_api_key', 'This API key has just ended.');
  return key;
}

/** @throws ServiceError `key_not_found` */
export async function requireActiveKey(tx: Transaction, id: bigint, now: bigint): Promise<Key> {
  const key = await requireProgramKey(tx, id);
  if (statusOf(key, now) !== 'active') {
    throw new ServiceError('key_not_found', `Key ${id} is revoked or has expired.`);
  }
  return key;
}
