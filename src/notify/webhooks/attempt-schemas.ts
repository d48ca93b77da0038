import { Type } from 'typebox';
import { pathParameter } from '../../api/path.ts';
import { dateTime, identifierOf, int64, pageOf } from '../../api/schemas.ts';

const AttemptId = identifierOf('attempt');
export const attemptId = pathParameter('attemptId', AttemptId, 'Identifier of the attempt.', 'attempt_not_found');

export const eventId = pathParameter(
  'eventId',
  int64('Identifier of the event.', '11'),
  'Identifier of the event.',
  'event_not_found',
);

const attemptFields = {
  id: AttemptId,
  eventId: int64('Identifier of the event; 0 for a test.', '815'),
  at: dateTime('When the request was made.'),
  durationMs: int64('Milliseconds until the response, or until the attempt was given up.', '312'),
  status: Type.Optional(
    Type.Integer({ format: 'int32', description: 'The status of the response; missing if there was none.' }),
  ),
  failure: Type.Optional(
    Type.String({ maxLength: 300, description: 'Why the attempt failed, for people; missing if it has succeeded.' }),
  ),
};

export const WebhookAttempt = Type.Object(attemptFields, {
  $id: 'WebhookAttempt',
  description: 'A request to the receiver of a webhook.',
});

export const WebhookAttempts = pageOf(WebhookAttempt, 'WebhookAttempts', 'Attempts, the newest first.');

const Headers = Type.Array(
  Type.Object({ name: Type.String({ maxLength: 300 }), value: Type.String({ maxLength: 300 }) }),
  { maxItems: 40, description: 'The headers. The value of one by which somebody could sign in is `***`.' },
);

export const WebhookExchange = Type.Object(
  {
    ...attemptFields,
    request: Type.Object(
      {
        url: Type.String({ maxLength: 2_048, description: 'The address of the webhook at that time.' }),
        headers: Headers,
        body: Type.Optional(
          Type.String({
            maxLength: 65_536,
            description:
              'The event. It is not stored: people have the names of today. Missing if the event was deleted.',
          }),
        ),
      },
      { description: 'What was sent.' },
    ),
    response: Type.Optional(
      Type.Object(
        {
          headers: Headers,
          body: Type.String({
            maxLength: 4_096,
            description: 'The first 4 KiB that came within a second, as UTF-8, without the secret of the webhook.',
          }),
          isCut: Type.Boolean({ description: 'Whether it was longer.' }),
        },
        { description: 'What came back; missing if there was no response.' },
      ),
    ),
  },
  { $id: 'WebhookExchange', description: 'A request to the receiver of a webhook, and its response.' },
);

export const WebhookBacklog = Type.Object(
  {
    waiting: Type.Integer({ format: 'int32', minimum: 0, description: 'The number of events.' }),
    since: Type.Optional(dateTime('When the oldest of them happened.')),
    isMore: Type.Boolean({
      description:
        'Whether there may be more: at most 1,000 queued ones are counted, and those of the 1,000 events after them.',
    }),
  },
  { $id: 'WebhookBacklog', description: 'The events that a webhook still has to get.' },
);
