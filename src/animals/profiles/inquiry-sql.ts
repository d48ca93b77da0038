import type { Stamp } from '../../record/events/model.ts';
import { erasableStatement, type Transaction } from '../../store/statement.ts';

const declineOpen = erasableStatement<readonly [id: bigint]>(
  `UPDATE inquiries SET status = 'closed', stage = 'declined', reason = 'animal_adopted', closed_at = $1, closed_by = $2
   WHERE pet_id = $3 AND status = 'open' AND stage <> $4 AND created_at <= $5 RETURNING id`,
);
const undecline = erasableStatement<readonly [id: bigint]>(
  `UPDATE inquiries SET status = 'open', stage = CASE WHEN reviewed_at IS NULL THEN 'new' ELSE 'reviewing' END, reason = NULL,
   closed_at = NULL, closed_by = NULL WHERE pet_id = $1 AND reason = 'animal_adopted' AND closed_at >= $2 RETURNING id`,
);

/** Declines the inquiries about an animal that were open when it was adopted, but those at the stage `kept`, and returns their ids. */
export async function declineInquiries(
  tx: Transaction,
  petId: bigint,
  { at, actor }: Stamp,
  kept: 'approved' | '',
  since: bigint,
): Promise<bigint[]> {
  return (await tx.query(declineOpen, [at, actor, petId, kept, since])).map(([id]) => id);
}

/** Opens again what was declined for an adoption since then (epoch ms), and returns the ids. */
export async function reopenDeclined(tx: Transaction, petId: bigint, since: bigint): Promise<bigint[]> {
  return (await tx.query(undecline, [petId, since])).map(([id]) => id);
}
