import type { NewInquiryEvent, Stamp } from '../../record/events/model.ts';
import { insertInquiryEvents } from '../../record/events/sql.ts';
import type { Transaction } from '../../store/statement.ts';
import { declineInquiries, reopenDeclined } from './inquiry-sql.ts';

/**
 * Declines the open inquiries about an animal that was adopted `since` (epoch ms). Who was told yes may be the adopter, unless `isKnown`: then
 * the adopter's own is closed already.
 */
export async function declineOthers(
  tx: Transaction,
  petId: bigint,
  stamp: Stamp,
  { isKnown = false, since = stamp.at } = {},
): Promise<void> {
  const ids = await declineInquiries(tx, petId, stamp, isKnown ? '' : 'approved', since);
  await tell(tx, ids, { type: 'inquiry.closed', ...stamp });
}

/** Takes that back, for an adoption at `since` (epoch ms) that was a mistake. */
export async function reopenOthers(tx: Transaction, petId: bigint, since: bigint, stamp: Stamp): Promise<void> {
  const ids = await reopenDeclined(tx, petId, since);
  await tell(tx, ids, { type: 'inquiry.updated', ...stamp, changes: [{ field: 'stage' }] });
}

async function tell(tx: Transaction, ids: readonly bigint[], event: Omit<NewInquiryEvent, 'inquiryId'>): Promise<void> {
  const ordered = ids.toSorted((one, other) => Number(one - other));
  const events = ordered.map((inquiryId) => ({ ...event, inquiryId }));
  if (events.length > 0) await insertInquiryEvents(tx, events);
}
