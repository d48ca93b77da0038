import { type EventType, eventTypes, type OrNewer } from '../../client/index.ts';

const labels: Record<EventType, string> = {
  'pet.created': 'An animal was added',
  'pet.updated': 'An animal was changed',
  'pet.deleted': 'An animal was removed',
  'category.created': 'A category was added',
  'category.updated': 'A category was changed',
  'order.placed': 'An order was placed',
  'order.completed': 'An order was completed',
  'order.cancelled': 'An order was cancelled',
};

/** What an event is called; one that this console does not know goes by its own name. */
export function eventLabel(type: OrNewer<EventType>): string {
  const known = eventTypes.find((candidate) => candidate === type);
  return known === undefined ? type : labels[known];
}
