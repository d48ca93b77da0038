import { Type } from 'typebox';
import { dateTime, int64, oneOf, pageOf } from '../../api/schemas.ts';
import { Actor } from '../../record/events/actor-schemas.ts';
import { grantFields } from '../keys/schemas.ts';
import { adminEventTypes } from './model.ts';

export const AuditEventType = oneOf(adminEventTypes, {
  $id: 'AdminEventType',
  isOpen: true,
  description: 'What was done. A `sign_in.invited` made a link, by which `sign_in.created` signed a person in.',
  examples: ['key.created'],
});

export const AuditEvent = Type.Object(
  {
    id: int64('Identifier of the event. A later one has a higher id.', '12'),
    type: AuditEventType,
    at: dateTime('When it was done.'),
    actor: Actor,
    keyId: Type.Optional(int64('Identifier of the key, or of the device.', '2')),
    personId: Type.Optional(int64('Identifier of the person.', '1')),
    webhookId: Type.Optional(int64('Identifier of the webhook.', '5')),
    callerId: Type.Optional(
      int64(
        'Identifier of the key with which it was done: for a person that of her device. Of a `sign_in.created` that with ' +
          'which its link was made. Missing for the operator.',
        '2',
      ),
    ),
    before: Type.Optional(
      Type.Object(grantFields, {
        description:
          'Of a `key.updated` or `person.updated`: what the key or the person could do before, if that was changed.',
      }),
    ),
    after: Type.Optional(Type.Object(grantFields, { description: 'The same after the change.' })),
  },
  { $id: 'AdminEvent', description: 'What was done to a key, a person or a webhook.' },
);

export const AuditEvents = pageOf(AuditEvent, 'AdminEvents', 'What was done to keys, people and webhooks.');
