import { ServiceError } from '../../errors/service-error.ts';
import { dayMs } from '../../lib/timestamp.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import type { AuditEventType, NewAuditEvent } from './model.ts';
import { deleteAuditEvents, findTimeBehind, insertAuditEvent } from './sql.ts';

/** So many by one actor fill no disk, and add and invite all people that there can be. What is not recorded is not done. */
export const maxPerDay = 1_000n;
/** These are never refused: they take rights away, or follow from one that was counted. */
const unlimited: readonly AuditEventType[] = [
  'key.rotated',
  'key.revoked',
  'person.ended',
  'sign_in.created',
  'device.ended',
  'webhook.rotated',
  'webhook.paused',
  'webhook.deleted',
];

/**
 * Records what is done to keys, people and webhooks, in its own transaction. What takes rights away is never refused.
 * @throws ServiceError `rate_limited`
 */
export async function recordAuditEvent(
  tx: Transaction,
  event: NewAuditEvent,
  takesAway = unlimited.includes(event.type),
): Promise<void> {
  const { type, at, actor, keyId = null, personId = null, webhookId = null, callerId = null } = event;
  const { grantsBefore = null, grantsAfter = null } = event;
  if (actor !== 'system' && !takesAway) await requireRate(tx, actor, at);
  await insertAuditEvent(tx, type, at, actor, keyId, personId, webhookId, callerId, grantsBefore, grantsAfter);
}

/** What an event tells of a change of a role or of scopes; nothing if they stay. */
export function changeOf(before: string, after: string): Pick<NewAuditEvent, 'grantsBefore' | 'grantsAfter'> {
  return before === after ? {} : { grantsBefore: before, grantsAfter: after };
}

async function requireRate(tx: Transaction, actor: string, now: bigint): Promise<void> {
  const full = ((await findTimeBehind(tx, actor, maxPerDay - 1n)) ?? 0n) + BigInt(dayMs);
  if (full <= now) return;
  const message =
    `You have changed keys, people and webhooks ${maxPerDay} times within a day. Nothing was changed; until then you can ` +
    'rotate secrets, take rights away, and end.';
  const retryAfter = String(Math.ceil(Number(full - now) / 1_000));
  throw new ServiceError('rate_limited', message, { headers: { 'Retry-After': retryAfter } });
}

/** Deletes up to `limit` expired events, the oldest first, and returns where to continue. */
export const deleteExpiredAuditEvents: Command<{ until: bigint; limit: number; from: bigint }, bigint | undefined> = {
  name: 'deleteExpiredAdminEvents',
  run: (tx, { until, limit, from }) => deleteAuditEvents(tx, { from, to: until, limit }),
};
