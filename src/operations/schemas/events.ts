import { Type } from 'typebox';
import { type EventType as EventTypeValue, eventTypes } from '../../model/events.ts';
import { dateTime, int64, maxPageSize, openList } from './base.ts';
import { Category } from './categories.ts';
import { Pet, PetId } from './pets.ts';

export const EventType = Type.Unsafe<EventTypeValue>({
  $id: 'EventType',
  type: 'string',
  enum: [...eventTypes],
  [openList]: true,
  description:
    'The type of change. Later releases may add types: ignore unknown ones. Only a test of a webhook has `webhook.test`.',
  examples: ['pet.updated'],
});

export const Event = Type.Object(
  {
    id: int64({ description: 'Sequence number of the event: 1, 2, 3 and so on, without gaps.', examples: ['815'] }),
    type: EventType,
    at: dateTime({ description: 'When the change was made.' }),
    petId: Type.Optional(PetId),
    orderId: Type.Optional(int64({ description: 'Identifier of the order that caused the change.', examples: ['1'] })),
    pet: Type.Optional(Pet),
    category: Type.Optional(Category),
    webhookId: Type.Optional(int64({ description: 'Identifier of the webhook that was disabled.', examples: ['1'] })),
    inquiryId: Type.Optional(int64({ description: 'Identifier of the inquiry.', examples: ['1'] })),
  },
  {
    $id: 'Event',
    description:
      'A change. With a `petId` it is the change of an animal, whether or not an order caused it: `pet` is the animal ' +
      'after the change, and is missing if the animal was removed. The event of an inquiry has its `inquiryId` alone, and ' +
      'no personal data.',
  },
);

export const Events = Type.Array(Event, {
  $id: 'Events',
  maxItems: maxPageSize,
  description: 'Events in the order in which they happened.',
});
