import { heartbeatSeconds } from '../../../contract/limits.ts';
import { stream } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { ImportId, OrderId, PetId } from '../shapes/schemas.ts';
import { ActorName } from './actor-schemas.ts';
import { eventMeanings, eventTypes } from './model.ts';
import { advancePendingMark } from './pending-rules.ts';
import { deleteExpiredEvents, readEvents, repairInventory, searchEvents, sequenceEvents } from './rules.ts';
import { Event, EventSort, Events, EventType } from './schemas.ts';
import { findLastEventId } from './sql.ts';

const listEvents = stream({
  id: 'listEvents',
  path: path`/events`,
  summary: 'List or follow events',
  description:
    'Returns every change of animals, categories, orders and inquiries in its order, without gaps. The next page begins ' +
    'after the last `id` of this one. With `Accept: text/event-stream` (with at least the quality of JSON) the response is a stream ' +
    'of server-sent events that starts after `Last-Event-ID` or `after`, or else now. It starts with its position as an ' +
    `\`id\`, takes no \`limit\`, and has a comment every ${heartbeatSeconds} seconds. It ends when the service stops, when ` +
    'the key ends, or when the client reads nothing for a minute. Then reconnect with the last `id`. With a filter or `sort` a page has events that ' +
    'are stored still, and can have fewer than `limit`, or none, although a next page follows. A stream takes neither.',
  scope: 'events:read',
  stability: 'experimental',
  response: { status: 200, description: 'A page of events.', schema: Events },
  entry: Event,
  errors: ['events_expired'],
  filters: {
    petId: { schema: PetId, description: 'Only events of this animal.' },
    orderId: { schema: OrderId, description: 'Only events of this order.' },
    type: { schema: EventType, description: 'Only events of this type.' },
    actor: {
      schema: ActorName,
      description: 'Only what this person, key or other actor has done, such as `person:1`.',
    },
    importId: { schema: ImportId, description: 'Only what this import has done, and its undo.' },
    sort: { schema: EventSort, description: 'The order of a page: `id`, or the newest event first with `-id`.' },
  },
  find: readEvents,
  search: searchEvents,
  end: findLastEventId,
});

export const events: Resource = {
  tag: 'events',
  about: 'Changes, in the order in which they happened.',
  operations: [listEvents],
  sent: eventTypes.map((type) => ({ type, meaning: eventMeanings[type], schema: Event })),
  commands: [advancePendingMark, deleteExpiredEvents, repairInventory, sequenceEvents],
};
