import { readEvents } from '../domain/events.ts';
import { findLastEventId } from '../store/events.ts';
import { feed } from './define.ts';
import { Event, Events } from './schemas/events.ts';

export const listEvents = feed({
  id: 'listEvents',
  path: '/events',
  tag: 'events',
  summary: 'Read or follow what happens',
  description:
    'Every change of animals, categories and orders, in its order, none left out. The next page begins behind the last ' +
    '`id` of this one. With `Accept: text/event-stream` the answer does not end: what happens is sent as it happens, ' +
    'behind `Last-Event-ID` or `after`, or from now on.',
  scope: 'events:read',
  stability: 'experimental',
  response: { status: 200, description: 'A page of events.', schema: Events },
  entry: Event,
  errors: ['events_expired'],
  find: readEvents,
  end: findLastEventId,
});
