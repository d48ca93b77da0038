import { hasMore, isPublic, listScopes, type Role, type Scope } from '../../../contract/scopes.ts';
import type { WriteCaller } from '../../api/call.ts';
import { type FieldError, fieldError } from '../../errors/faults.ts';
import { ServiceError, validationFailed } from '../../errors/service-error.ts';
import { findOriginError } from '../../lib/addresses/web-origin.ts';
import type { IssuedSecret } from '../../lib/key-format.ts';
import { isEqual } from '../../lib/objects.ts';
import { dayMs } from '../../lib/timestamp.ts';
import type { Stamp } from '../../record/events/model.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import { changeOf, recordAuditEvent } from '../audit-events/rules.ts';
import { deleteLinksBy } from '../people/sql.ts';
import { auditStampOf } from './caller-rules.ts';
import { refuseEscalation } from './escalation-rules.ts';
import { requireOtherAdmin, requireOtherUnless } from './holder-rules.ts';
import type { Key } from './model.ts';
import { requireActiveKey, requireOwnKey, requireProgramKey, revoke, rotateSecret, statusOf } from './rules.ts';
import { insertKey, saveKey, touchKey } from './sql.ts';
import { moveWebhooks } from './webhook-sql.ts';

/** The API key that makes a change, and the time (epoch ms). */
export type Administrator = Omit<WriteCaller, 'callerHash'>;

/** The stored parts of the secrets that the same bytes give: of the two, a key gets the one of its kind. */
export type StoredSecrets = Record<'secret' | 'public', Pick<IssuedSecret, 'secretHash' | 'hint'>>;

/** A key to create, with either a role or scopes. */
export interface KeyRequest {
  name: string;
  role?: Role;
  scopes?: readonly Scope[];
  /** Epoch milliseconds; missing if it does not expire. */
  expiresAt?: bigint;
  /** Required for a public key, and impossible for others. */
  origins?: readonly string[];
}

/** What a key may do, how long and where. It does not expire with `null`, nor if the time is missing in a new key. */
type KeyGrants = Omit<KeyRequest, 'name' | 'expiresAt' | 'origins'> & {
  expiresAt?: bigint | null;
  origins?: readonly string[] | undefined;
};

/** Changes of a key. A role takes the place of scopes, and scopes that of a role. */
export type KeyChanges = Partial<Pick<KeyRequest, 'name'>> & KeyGrants;

export const maxOrigins = 20;

/** The default time for which the old secret stays valid, of a key or a webhook. */
export const defaultGraceSeconds = dayMs / 1_000;

/**
 * Creates a key. It may have only scopes that the caller has.
 * @throws ServiceError `validation_failed`, `insufficient_scope`
 */
export async function addKey(
  tx: Transaction,
  administrator: Administrator,
  request: KeyRequest,
  secrets: StoredSecrets,
): Promise<Key> {
  const { name, expiresAt = null, origins } = request;
  const grants = grantsOf(request, administrator.now);
  refuseEscalation(await lockCaller(tx, administrator), grants, 'the new key would have');
  const { secretHash, hint } = secretFor(grants, secrets);
  const key = await insertKey(tx, { name, grants, hint, secretHash, createdAt: administrator.now, expiresAt, origins });
  await recordAuditEvent(tx, { type: 'key.created', ...auditStampOf(administrator), keyId: key.id });
  return key;
}

/**
 * Gives a key a new secret. The key may have only scopes that the caller has.
 * @throws ServiceError `key_not_found`, `invalid_transition`, `insufficient_scope`
 */
export async function replaceKeySecret(
  tx: Transaction,
  administrator: Administrator,
  id: bigint,
  graceSeconds: number,
  secrets: StoredSecrets,
): Promise<Key> {
  const { now } = administrator;
  const caller = await lockCaller(tx, administrator, id);
  const key = await requireActiveBelow(tx, caller, id, now);
  const { secretHash, hint } = secretFor(key.grants, secrets);
  await recordAuditEvent(tx, { type: 'key.rotated', ...auditStampOf(administrator), keyId: id });
  return await rotateSecret(tx, { id, secretHash, hint, previousUntil: now + BigInt(graceSeconds) * 1_000n, now });
}

/**
 * Changes a key; without a change, nothing is written. It may have only scopes that the caller has, before and after. Its
 * secret tells whether it is public, so that stays. @throws ServiceError `key_not_found`, `invalid_transition`, `validation_failed`, `insufficient_scope`,
 *   `last_admin_key`
 */
export async function changeKey(
  tx: Transaction,
  administrator: Administrator,
  id: bigint,
  changes: KeyChanges,
): Promise<Key> {
  const { now } = administrator;
  const caller = await lockCaller(tx, administrator, id);
  const key = await requireActiveBelow(tx, caller, id, now);
  const changed = withChanges(key, changes, now);
  refuseEscalation(caller, changed.grants, `the key ${id} would have`);
  await saveChanged(tx, key, changed, auditStampOf(administrator));
  await requireOtherUnless(tx, key, changed, now);
  return changed;
}

/** The same by the operator, who has no key. */
export const updateKeyByOperator: Command<{ id: bigint; changes: KeyChanges; now: bigint }, Key> = {
  name: 'updateKey by the operator',
  isBarrier: true,
  async run(tx, { id, changes, now }) {
    const key = await requireActiveKey(tx, id, now);
    const changed = withChanges(key, changes, now);
    await saveChanged(tx, key, changed, { at: now, actor: 'system' });
    return changed;
  },
};

/** With what it may do, a key loses the links that it has made. */
async function saveChanged(tx: Transaction, key: Key, changed: Key, stamp: Stamp): Promise<void> {
  if (isEqual(key, changed)) return;
  await saveKey(tx, changed);
  if (hasMore(key.grants, changed.grants)) await deleteLinksBy(tx, key.id);
  const rights = changeOf(key.grants, changed.grants);
  await recordAuditEvent(tx, { type: 'key.updated', ...stamp, keyId: key.id, ...rights }, takesAway(key, changed));
}

/** Whether a change of a key does nothing but take away what it may do, its time or its origins; it may have another name. */
function takesAway({ name, ...before }: Key, { name: _, ...after }: Key): boolean {
  const [end, laterEnd] = [before.expiresAt, after.expiresAt];
  const isLonger = end !== null && (laterEnd === null || laterEnd > end);
  const isWider = after.origins?.some((origin) => !before.origins?.includes(origin)) ?? false;
  return !(hasMore(after.grants, before.grants) || isLonger || isWider || isEqual(before, after));
}

/** @throws ServiceError `validation_failed` */
function withChanges(key: Key, changes: KeyChanges, now: bigint): Key {
  const { name = key.name, origins = key.origins, expiresAt = key.expiresAt } = changes;
  const grants = grantsOf({ ...withoutRepeated(changes, key), origins, expiresAt }, now, key);
  return { ...key, name, grants, expiresAt, origins };
}

/** Of a role and scopes the one that counts: the other repeats what the key has, as in a whole key, or what the role says. */
function withoutRepeated(changes: KeyChanges, { grants }: Key): KeyChanges {
  const { role, scopes, ...others } = changes;
  if (role === undefined || scopes === undefined) return changes;
  const repeats = (words: string) => isEqual(listScopes(words), listScopes(scopes.join(' ')));
  if (repeats(grants) || repeats(role)) return { ...others, role };
  return role === grants ? { ...others, scopes } : changes;
}

/**
 * Revokes a key, unless it is the last one that can manage keys. The key may have only scopes that the caller has. A key
 * that is revoked already is not changed. The caller's key takes over its webhooks that are kept; the others are paused.
 * @throws ServiceError `key_not_found`, `last_admin_key`, `insufficient_scope`
 */
export async function endKey(
  tx: Transaction,
  administrator: Administrator,
  id: bigint,
  { keepsWebhooks }: { keepsWebhooks: boolean },
): Promise<void> {
  const caller = await requireOwnKey(tx, administrator.callerId);
  const key = await requireProgramKey(tx, id);
  refuseEscalation(caller, key.grants, `the key ${id} has`);
  if (key.revokedAt !== null) return;
  const { now } = administrator;
  await revoke(tx, id, auditStampOf(administrator));
  await requireOtherAdmin(tx, { ...key, kind: 'key' }, now);
  if (keepsWebhooks && id !== caller.id) await moveWebhooks(tx, id, caller);
}

/** @throws ServiceError `key_not_found`, `invalid_transition`, `insufficient_scope` */
async function requireActiveBelow(tx: Transaction, caller: Key, id: bigint, now: bigint): Promise<Key> {
  const key = await requireProgramKey(tx, id);
  refuseEscalation(caller, key.grants, `the key ${id} has`);
  const status = statusOf(key, now);
  if (status === 'active') return key;
  throw new ServiceError('invalid_transition', `The key ${id} is ${status}. Nothing was changed; create a new key.`);
}

/**
 * The role or the scopes of a key, in the stored form: by default those of the key before a change.
 * @throws ServiceError `validation_failed`
 */
function grantsOf({ role, scopes, expiresAt, origins }: KeyGrants, now: bigint, before?: Key): string {
  const fieldErrors: FieldError[] = [];
  const grants = role ?? (scopes && listScopes(scopes.join(' ')).join(' ')) ?? before?.grants;
  if (grants === undefined || (role !== undefined && scopes !== undefined)) {
    const sentence = 'Exactly one of role and scopes must be given';
    const pointers = ['#/role', '#/scopes'];
    fieldErrors.push(...pointers.map((pointer) => ({ ...fieldError(pointer, 'role_or_scopes'), sentence })));
  }
  if (expiresAt != null && expiresAt <= now) {
    fieldErrors.push(fieldError('#/expiresAt', 'in_future'));
  }
  if (before !== undefined && isPublic(before.grants) !== isPublic(grants ?? '')) {
    fieldErrors.push(fieldError(role === undefined ? '#/scopes' : '#/role', 'other_kind_of_key'));
  } else fieldErrors.push(...findOriginErrors(grants ?? '', origins));
  if (grants !== undefined && fieldErrors.length === 0) return grants;
  throw validationFailed(fieldErrors);
}

/** The origins of a public key must be named, so that a forgotten list opens it to nobody. */
export function findOriginErrors(grants: string, origins: readonly string[] | undefined): FieldError[] {
  if (!isPublic(grants)) return origins === undefined ? [] : [fieldError('#/origins', 'origins_without_public')];
  if (origins === undefined) return [fieldError('#/origins', 'origins_of_public')];
  if (origins.length > 1 && origins.includes('*')) return [fieldError('#/origins', 'origins_alone')];
  if (origins.length > maxOrigins) return [fieldError('#/origins', 'entries', maxOrigins)];
  return origins.flatMap((origin, index) => {
    const fault = findOriginError(origin);
    return fault === undefined ? [] : [fieldError(`#/origins/${index}`, ...fault)];
  });
}

function secretFor(grants: string, secrets: StoredSecrets): StoredSecrets[keyof StoredSecrets] {
  return isPublic(grants) ? secrets.public : secrets.secret;
}

/**
 * The API key of the caller. It is written as it is, so that its revocation at the same time conflicts: what the key
 * creates would otherwise outlive it. `other` is a key that the caller changes.
 */
export async function lockCaller(tx: Transaction, { callerId }: Administrator, other?: bigint): Promise<Key> {
  // In the order of ids: two keys that change each other would otherwise deadlock.
  if (other !== undefined && other < callerId) await touchKey(tx, other);
  await touchKey(tx, callerId);
  return await requireOwnKey(tx, callerId);
}
