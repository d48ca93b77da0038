import { execute } from '../../store/queries.ts';

/** Deletes the deliveries of events after `from`, up to and including `to`. */
export const deleteDeliveriesOfEvents = execute<[from: bigint, to: bigint]>(
  'DELETE FROM deliveries WHERE event_id > $1 AND event_id <= $2',
);
