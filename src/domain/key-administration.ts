import {
  bearerChallenge,
  type FieldError,
  insufficientScope,
  ServiceError,
  validationFailed,
} from '../model/errors.ts';
import type { Key } from '../model/keys.ts';
import { listScopes, type Role, type Scope, scopesOf } from '../model/scopes.ts';
import { findKey, findKeys, insertKey, saveKeyRevocation, touchKey } from '../repositories/keys.ts';
import type { Transaction } from '../store/statement.ts';
import type { IssuedSecret } from './key-format.ts';
import { requireKey, rotateKey, statusOf } from './keys.ts';

/** The key that asks for a change, and when (epoch ms). */
export interface Administrator {
  callerId: bigint;
  now: bigint;
}

/** What the store keeps of a secret. */
export type StoredSecret = Pick<IssuedSecret, 'secretHash' | 'hint'>;

/** A key as somebody wishes it, with either a role or scopes. */
export interface KeyRequest {
  name: string;
  role?: Role;
  scopes?: readonly Scope[];
  /** Epoch milliseconds; missing where it never ends. */
  expiresAt?: bigint;
}

/** How long the secret before stays valid where nobody says so. */
export const defaultGraceSeconds = 24 * 60 * 60;

/**
 * Makes a key that may do no more than the one that asks.
 * @throws ServiceError `validation_failed`, `insufficient_scope`, `invalid_api_key`
 */
export async function createKeyAs(
  tx: Transaction,
  administrator: Administrator,
  wish: KeyRequest,
  { secretHash, hint }: StoredSecret,
): Promise<Key> {
  const { name, expiresAt = null } = wish;
  const grants = grantsOf(wish, administrator.now);
  refuseBeyond(await requireCaller(tx, administrator), grants, 'the new key would have');
  return await insertKey(tx, { name, grants, hint, secretHash, createdAt: administrator.now, expiresAt });
}

/**
 * Gives a key that may do no more than the one that asks a new secret.
 * @throws ServiceError `key_not_found`, `invalid_transition`, `insufficient_scope`, `invalid_api_key`
 */
export async function rotateKeyAs(
  tx: Transaction,
  administrator: Administrator,
  id: bigint,
  graceSeconds: number,
  { secretHash, hint }: StoredSecret,
): Promise<Key> {
  const { now } = administrator;
  const caller = await requireCaller(tx, administrator);
  const key = await requireKey(tx, id);
  refuseBeyond(caller, key.grants, `the key ${id} has`);
  const status = statusOf(key, now);
  if (status !== 'active') {
    throw new ServiceError('invalid_transition', `The key ${id} is ${status}. Nothing was changed; make a new key.`);
  }
  return await rotateKey.run(tx, { id, secretHash, hint, previousUntil: now + BigInt(graceSeconds) * 1_000n, now });
}

/**
 * Ends a key that may do no more than the one that asks, unless no key would be left to administer keys. Ending it again
 * changes nothing. @throws ServiceError `key_not_found`, `last_admin_key`, `insufficient_scope`, `invalid_api_key`
 */
export async function revokeKeyAs(tx: Transaction, administrator: Administrator, id: bigint): Promise<void> {
  const caller = await requireCaller(tx, administrator);
  const key = await requireKey(tx, id);
  refuseBeyond(caller, key.grants, `the key ${id} has`);
  if (key.revokedAt !== null) return;
  const remaining = isAdmin(key) ? await requireOtherAdmin(tx, caller, key, administrator.now) : undefined;
  // In the order of their ids, so that two who end each other's key wait for each other and do not lock up.
  if (remaining !== undefined && remaining.id < key.id) await touchKey(tx, remaining.id);
  await saveKeyRevocation(tx, key.id, administrator.now);
  if (remaining !== undefined && remaining.id > key.id) await touchKey(tx, remaining.id);
}

/** What a wish amounts to, as the store has it. @throws ServiceError `validation_failed` */
function grantsOf({ role, scopes, expiresAt }: KeyRequest, now: bigint): string {
  const faults: FieldError[] = [];
  const grants = role === undefined ? scopes && listScopes(scopes.join(' ')).join(' ') : role;
  if (grants === undefined || (role !== undefined && scopes !== undefined)) {
    const detail = 'exactly one of role and scopes must be given';
    const sentence = 'Exactly one of role and scopes must be given';
    faults.push(...['#/role', '#/scopes'].map((pointer) => ({ pointer, detail, sentence })));
  }
  if (expiresAt !== undefined && expiresAt <= now) {
    faults.push({ pointer: '#/expiresAt', detail: 'must be in the future' });
  }
  if (grants !== undefined && faults.length === 0) return grants;
  throw validationFailed(faults);
}

/**
 * The key that asks, as it is now: a server may believe a key for a moment after it was revoked, and what that key then
 * made would outlive it.
 * @throws ServiceError `invalid_api_key`
 */
export async function requireCaller(tx: Transaction, { callerId, now }: Administrator): Promise<Key> {
  const caller = await findKey(tx, callerId);
  if (caller !== undefined && statusOf(caller, now) === 'active') return caller;
  throw new ServiceError('invalid_api_key', 'This API key is revoked or has expired. Nothing was changed.', {
    headers: { 'WWW-Authenticate': bearerChallenge('invalid_token') },
  });
}

/** Whoever could make, renew or end a stronger key could become it, or rule over it. */
function refuseBeyond(caller: Key, grants: string, whose: string): void {
  const own = scopesOf(caller.grants);
  const beyond = listScopes(grants).filter((scope) => !own.has(scope));
  if (beyond.length === 0) return;
  throw insufficientScope(`This API key lacks ${beyond.join(', ')}, which ${whose}. Nothing was changed.`, beyond);
}

/** A key that can administer keys when another one has ended: the one that asks, unless it is the one that ends. */
async function requireOtherAdmin(tx: Transaction, caller: Key, ending: Key, now: bigint): Promise<Key> {
  if (caller.id !== ending.id) return caller;
  const others = (await findKeys(tx)).filter(({ id }) => id !== ending.id);
  const other = others.find((key) => isAdmin(key) && statusOf(key, now) === 'active');
  if (other !== undefined) return other;
  throw new ServiceError(
    'last_admin_key',
    `The key ${ending.id} is the last one that can administer keys. Nothing was changed; make another one first.`,
  );
}

function isAdmin(key: Key): boolean {
  return scopesOf(key.grants).has('keys:admin');
}
