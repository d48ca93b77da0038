import { statement, type Transaction } from '../../store/statement.ts';
import type { Key } from './model.ts';

/** Who answers for what a key has made: a key or a person, and nobody who is known if both are missing. */
export interface Owner {
  createdBy?: bigint;
  personId?: bigint;
}

const move = statement<never>('UPDATE webhooks SET created_by = $1, person_id = $2 WHERE created_by = $3');

/** Makes another key answer for the webhooks of a key; no known one if it is `undefined`. */
export async function moveWebhooks(tx: Transaction, from: bigint, to: Key | undefined): Promise<void> {
  const { createdBy = null, personId = null } = to === undefined ? {} : ownerOf(to);
  await tx.query(move, [createdBy, personId, from]);
}

/** Who answers for what a key makes: its person, if it is that of a device, because that ends by itself. */
export function ownerOf({ id, personId = null }: Key): Owner {
  return personId === null ? { createdBy: id } : { personId };
}
