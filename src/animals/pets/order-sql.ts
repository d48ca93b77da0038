import { firstColumn, oneRow } from '../../store/queries.ts';

/** The order that keeps an animal from being removed, or from another status. */
export const findOpenOrderId = oneRow<[petId: bigint], bigint>(
  "SELECT id FROM orders WHERE pet_id = $1 AND status = 'placed'",
  firstColumn<bigint>,
);
