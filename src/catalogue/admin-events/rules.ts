import { ServiceError } from '../../api/errors.ts';
import { dayMs } from '../../lib/timestamp.ts';
import type { Transaction } from '../../store/statement.ts';
import type { Command } from '../../store/store.ts';
import type { AdminEventType, NewAdminEvent } from './model.ts';
import { deleteAdminEvents, findTimeBehind, insertAdminEvent } from './sql.ts';

/** So many fill no disk. What is not recorded is not done. */
export const maxPerDay = 5_000n;
/** These are never refused: each follows from one that was counted. */
const consequences: readonly AdminEventType[] = ['sign_in.created', 'key.revoked', 'person.ended', 'device.ended'];

/** Records what is done to keys and people, in its own transaction. @throws ServiceError `rate_limited` */
export async function recordAdminEvent(tx: Transaction, event: NewAdminEvent): Promise<void> {
  const { type, at, actor, keyId = null, personId = null } = event;
  if (actor !== 'system' && !consequences.includes(type)) await requireRate(tx, at);
  await insertAdminEvent(tx, type, at, actor, keyId, personId);
}

async function requireRate(tx: Transaction, now: bigint): Promise<void> {
  const full = ((await findTimeBehind(tx, maxPerDay - 1n)) ?? 0n) + BigInt(dayMs);
  if (full <= now) return;
  const message = `Keys and people were changed ${maxPerDay} times within a day. Nothing was changed; only ending them is possible now.`;
  const retryAfter = String(Math.ceil(Number(full - now) / 1_000));
  throw new ServiceError('rate_limited', message, { headers: { 'Retry-After': retryAfter } });
}

/** Deletes up to `limit` expired events, the oldest first, and returns where to continue. */
export const deleteExpiredAdminEvents: Command<{ until: bigint; limit: number; from: bigint }, bigint | undefined> = {
  name: 'deleteExpiredAdminEvents',
  run: (tx, { until, limit, from }) => deleteAdminEvents(tx, { from, to: until, limit }),
};
