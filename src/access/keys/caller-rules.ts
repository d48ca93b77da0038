import { type Scope, scopesOf } from '../../../contract/scopes.ts';
import { actorOf, requireScopes, type WriteCaller } from '../../api/call.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { Stamp } from '../../record/events/model.ts';
import type { Transaction } from '../../store/statement.ts';
import { validateKey } from './rules.ts';
import { findKeyValidity } from './sql.ts';

/** When a caller makes a change, and who it is. */
export function stampOf({ callerId, personId, now }: Omit<WriteCaller, 'callerHash'>): Stamp {
  return { at: now, actor: actorOf(callerId, personId) };
}

/** The same as {@link stampOf} with the key, for what is done to keys, people and webhooks. */
export function auditStampOf(caller: Omit<WriteCaller, 'callerHash'>) {
  return { ...stampOf(caller), callerId: caller.callerId };
}

/** What these permit outlives the secret that it was done with. */
const administrative: readonly Scope[] = ['keys:admin', 'people:admin', 'webhooks:write'];

/** Whether writes with these scopes manage keys, people or webhooks. Those that need none do. */
export function isAdministration(scopes: readonly Scope[]): boolean {
  return scopes.length === 0 || scopes.some((scope) => administrative.includes(scope));
}

/** Whoever has found a secret could otherwise keep what its rotation takes away. @throws ServiceError `insufficient_scope` */
export async function requireCurrentSecret(
  tx: Transaction,
  { callerId, callerHash }: WriteCaller,
  requiredScopes: readonly Scope[],
): Promise<void> {
  const key = await findKeyValidity(tx, callerId);
  if (key === undefined || key.secretHash === callerHash) return;
  const message =
    'This secret was replaced by a rotation: it manages neither keys nor people nor webhooks. Nothing was changed; use the new one.';
  throw new ServiceError('insufficient_scope', message, { requiredScopes });
}

/**
 * Does work of callers whose keys are valid in this transaction, and have the scopes: a server may accept a key shortly after
 * it has ended or has got other scopes, and a body may arrive after that. The keys are read while the work begins, which saves
 * a round trip to the database. Nothing of the work is committed if a key is not valid.
 * @throws ServiceError `invalid_api_key`, `insufficient_scope`
 */
export async function asCallers<Output>(
  tx: Transaction,
  callers: readonly WriteCaller[],
  scopes: readonly Scope[],
  work: () => Promise<Output>,
): Promise<Output> {
  const checks = distinct(callers).map((caller) => requireValidKey(tx, caller, scopes));
  // Waits for both: the work must not send statements after a rollback.
  const [output, ...checked] = await Promise.allSettled([work(), ...checks]);
  for (const check of checked) if (check.status === 'rejected') throw check.reason;
  if (output.status === 'rejected') throw output.reason;
  return output.value;
}

/** A key may have ended, or have got other scopes, since the request was accepted. */
async function requireValidKey(
  tx: Transaction,
  { callerId, callerHash, now }: WriteCaller,
  scopes: readonly Scope[],
): Promise<void> {
  const key = await findKeyValidity(tx, callerId);
  if (key === undefined || 'rejection' in validateKey(key, callerHash, now)) {
    throw new ServiceError('invalid_api_key', 'This API key is revoked, replaced or expired. Nothing was changed.');
  }
  requireScopes(scopesOf(key.grants), scopes);
}

/** Most writes of a group have the same caller. The last of its writes has the latest time. */
function distinct(callers: readonly WriteCaller[]): readonly WriteCaller[] {
  const last = callers.at(-1);
  if (callers.every((caller) => caller.callerId === last?.callerId && caller.callerHash === last.callerHash)) {
    return callers.slice(-1);
  }
  return [...new Map(callers.map((caller) => [`${caller.callerId} ${caller.callerHash}`, caller])).values()];
}
