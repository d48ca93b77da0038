import { readEvents } from '../domain/events.ts';
import { findLastEventId } from '../repositories/events.ts';
import { stream } from './define.ts';
import { Event, Events } from './schemas/events.ts';

export const listEvents = stream({
  id: 'listEvents',
  path: '/events',
  tag: 'events',
  summary: 'Read or follow what happens',
  description:
    'Every change of animals, categories and orders, in its order, none left out. The next page begins behind the last ' +
    '`id` of this one. With `Accept: text/event-stream`, at least as high as JSON, the answer does not end: what happens ' +
    'is sent as it happens, as server-sent events, behind `Last-Event-ID` or `after`, or from now on. A stream begins with ' +
    'the id at which it begins, has no `limit`, and has a comment every 15 seconds. It ends when the service does, when ' +
    'the key does, or when the client has taken nothing for a minute; then go on behind the last id.',
  scope: 'events:read',
  stability: 'experimental',
  response: { status: 200, description: 'A page of events.', schema: Events },
  entry: Event,
  errors: ['events_expired'],
  find: readEvents,
  end: findLastEventId,
});
