import { showGrants } from '../../../contract/scopes.ts';
import { list } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { nameActors } from '../../record/events/actor-sql.ts';
import { EventSort } from '../../record/events/schemas.ts';
import { KeyId } from '../keys/schemas.ts';
import { deleteExpiredAuditEvents, maxPerDay } from './rules.ts';
import { AuditEvents } from './schemas.ts';
import { countAuditEvents, findAuditEvents } from './sql.ts';

const listAuditEvents = list({
  id: 'listAuditEvents',
  path: path`/audit-events`,
  summary: 'List what was done to keys, people, webhooks and the shelter',
  description:
    'Returns what keys and people have done to keys, people, webhooks and the shelter, by ascending `id`, in pages. It is kept for two years, ' +
    `or as long as the operator has set. Who has done ${maxPerDay} such things within a day can only rotate secrets, take rights away, and end.`,
  scope: 'people:admin',
  stability: 'beta',
  isConfidential: true,
  filters: {
    sort: { schema: EventSort, description: 'The order: `id`, or the newest event first with `-id`.' },
    callerId: { schema: KeyId, description: 'Only what was done with this key, or on this device.' },
  },
  response: { status: 200, description: 'A page of events.', schema: AuditEvents },
  find: async (db, filters, range) => {
    const events = await nameActors(db, await findAuditEvents(db, filters, range), ['actor']);
    return events.map(({ grantsBefore, grantsAfter, ...event }) => ({
      ...event,
      ...(grantsBefore !== undefined && { before: showGrants(grantsBefore) }),
      ...(grantsAfter !== undefined && { after: showGrants(grantsAfter) }),
    }));
  },
  count: countAuditEvents,
});

export const adminEvents: Resource = {
  tag: 'people',
  operations: [listAuditEvents],
  commands: [deleteExpiredAuditEvents],
};
