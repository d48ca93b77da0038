import { withActors } from '../../record/events/actor-sql.ts';
import { listOf } from '../../store/keyset.ts';
import { asObject, deleteOldest, execute, oneRow } from '../../store/queries.ts';
import type { AuditEvent } from './model.ts';

const newColumns = 'type, at, actor, key_id, person_id, webhook_id, caller_id, grants_before, grants_after';
const columns = `id, ${newColumns}`;

export const insertAuditEvent = execute<
  [type: string, at: bigint, actor: string, ...others: (bigint | string | null)[]]
>(`INSERT INTO admin_events (${newColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

export const { find: findAuditEvents, count: countAuditEvents } = listOf(
  ({ sort, callerId }: { sort?: 'id' | '-id'; callerId?: bigint }) => ({
    table: 'admin_events',
    columns,
    isDescending: sort === '-id',
    indexed: callerId === undefined ? undefined : ['caller_id', callerId],
  }),
  withActors(asObject<AuditEvent>(columns), ['actor']),
);

/** The time (epoch ms) of the event of an actor that has this many newer ones. */
export const findTimeBehind = oneRow<[actor: string, newer: bigint], bigint>(
  'SELECT at FROM admin_events WHERE actor = $1 ORDER BY id DESC LIMIT 1 OFFSET $2',
  ([at]: readonly [bigint]) => at,
);

export const deleteAuditEvents = deleteOldest(
  `DELETE FROM admin_events WHERE id IN
   (SELECT id FROM admin_events WHERE at >= $1 AND at <= $2 ORDER BY at LIMIT $3) RETURNING at`,
);
