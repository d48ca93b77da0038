import { statement, type Transaction } from './statement.ts';

const removeUntil = statement<never>('DELETE FROM deliveries WHERE event_id <= $1');

/** Removes the deliveries of all events up to this one. */
export async function deleteDeliveriesUntil(tx: Transaction, eventId: bigint): Promise<void> {
  await tx.query(removeUntil, [eventId]);
}
