import { Type } from 'typebox';
import { dateTime, int64, oneOf, pageOf } from '../../api/schemas.ts';
import { Category, Pet, PetId } from '../shapes/schemas.ts';
import { Actor } from './actor-schemas.ts';
import { eventTypes } from './model.ts';

export const EventType = oneOf(eventTypes, {
  $id: 'EventType',
  isOpen: true,
  description:
    'The type of change. Later releases may add types: ignore unknown ones. Only a test of a webhook has `webhook.test`.',
  examples: ['pet.updated'],
});

export const EventSort = oneOf(['id', '-id'], { description: 'The order of a page of events.', examples: ['-id'] });

const EventChange = Type.Object(
  {
    field: Type.String({
      description: 'The name of the member, with those of its parents, such as `goodWith.dogs`.',
      maxLength: 100,
      examples: ['breed'],
    }),
    from: Type.Optional(
      Type.String({
        description: 'What it was, as text; missing if it was not there.',
        maxLength: 2_000,
        examples: ['Pug'],
      }),
    ),
    to: Type.Optional(
      Type.String({
        description: 'What it is, as text; missing if it is gone.',
        maxLength: 2_000,
        examples: ['Beagle'],
      }),
    ),
  },
  {
    $id: 'EventChange',
    description:
      'A member that has changed. Only public facts of an animal have `from` and `to`: not its description, what is for ' +
      'staff, and what orders and inquiries say.',
  },
);

export const Event = Type.Object(
  {
    id: int64('Sequence number of the event: 1, 2, 3 and so on, without gaps.', '815'),
    type: EventType,
    at: dateTime('When the change was made.'),
    petId: Type.Optional(PetId),
    orderId: Type.Optional(int64('Identifier of the order that caused the change.', '1')),
    pet: Type.Optional(Pet),
    category: Type.Optional(Category),
    webhookId: Type.Optional(int64('Identifier of the webhook that was disabled.', '1')),
    inquiryId: Type.Optional(int64('Identifier of the inquiry.', '1')),
    noteId: Type.Optional(int64('Identifier of the note on the animal.', '1')),
    importId: Type.Optional(int64('Identifier of the import that has made or undone the change.', '1')),
    changes: Type.Optional(
      Type.Array(EventChange, { maxItems: 100, description: 'What has changed, where something is said of it.' }),
    ),
    actor: Type.Optional(Actor),
  },
  {
    $id: 'Event',
    description:
      'A change. With a `petId` it is the change of an animal, whether or not an order caused it: `pet` is the animal ' +
      'after the change, and is missing if the animal was removed. The event of an inquiry has its `inquiryId`, that of ' +
      'a change of what an order says its `orderId`, that of a note its `noteId`, and each its `actor`: nothing about who has ' +
      'asked or ordered, and nothing of what a note says. ' +
      'Events from before release 1.2.0 have no `actor` and no `changes`.',
  },
);

export const Events = pageOf(Event, 'Events', 'Events in the order in which they happened.');
