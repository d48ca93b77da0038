import { attemptsDays } from '../../../contract/limits.ts';
import { list, read } from '../../api/define.ts';
import { path } from '../../api/path.ts';
import type { Resource } from '../../api/resource.ts';
import { serializer } from '../../api/serialize.ts';
import { found } from '../../errors/service-error.ts';
import { nameActors } from '../../record/events/actor-sql.ts';
import type { Event } from '../../record/events/model.ts';
import { Event as EventSchema } from '../../record/events/schemas.ts';
import { findEvents } from '../../record/events/sql.ts';
import type { Queryable } from '../../store/statement.ts';
import { attemptId, WebhookAttempts, WebhookExchange } from './attempt-schemas.ts';
import { countWebhookAttempts, findWebhookAttempt, findWebhookAttempts } from './attempt-sql.ts';
import { attemptsPeriodMs } from './delivery-rules.ts';
import { testEventId, testType } from './model.ts';
import { messageIdOf, requireWebhook, unsignedHeaders } from './rules.ts';
import { webhookId } from './schemas.ts';

const writeEvent = serializer<Event>(EventSchema);

const listWebhookAttempts = list({
  id: 'listWebhookAttempts',
  path: path`/webhooks/${webhookId}/attempts`,
  summary: 'List the attempts of a webhook',
  description: `Returns the requests that were made to the receiver in the last ${attemptsDays} days, the newest first, in pages.`,
  scope: 'webhooks:read',
  stability: 'experimental',
  changesWithTime: true,
  response: { status: 200, description: 'A page of attempts.', schema: WebhookAttempts },
  find: async (db, { webhookId: id }, range, { now }) => {
    await requireWebhook(db, id, now);
    return await findWebhookAttempts(db, id, now - attemptsPeriodMs, range);
  },
  count: (db, { webhookId: id }, { now }) => countWebhookAttempts(db, id, now - attemptsPeriodMs),
});

const getWebhookAttempt = read({
  id: 'getWebhookAttempt',
  path: path`/webhooks/${webhookId}/attempts/${attemptId}`,
  summary: 'Get an attempt of a webhook',
  description:
    `Returns a request of the last ${attemptsDays} days to the receiver and its response, as far as they are kept: the start of the ` +
    'response, and neither signatures nor other secrets. What the receiver has responded is for you to judge.',
  scope: 'webhooks:read',
  additionalScopes: ['events:read'],
  stability: 'experimental',
  isConfidential: true,
  response: { status: 200, description: 'The attempt.', schema: WebhookExchange },
  find: async (db, { webhookId: id, attemptId: of }, _, { now }) => {
    const { url } = await requireWebhook(db, id, now);
    const attempt = await found(
      findWebhookAttempt(db, of, id, now - attemptsPeriodMs),
      'attempt_not_found',
      () => `The webhook ${id} has no attempt with the id ${of} of the last ${attemptsDays} days.`,
    );
    const { exchange, ...rest } = attempt;
    const headers = Object.entries(unsignedHeaders(exchange?.messageId ?? messageIdOf(rest.eventId), rest.at));
    const body = await findMessage(db, rest.eventId, Number(rest.at));
    return {
      ...rest,
      request: {
        url: exchange?.url ?? url,
        headers: [...headers, ['webhook-signature', '***']].map(([name = '', value = '']) => ({ name, value })),
        ...(body !== undefined && { body }),
      },
      ...(exchange?.response && { response: exchange.response }),
    };
  },
});

export const attempts: Resource = {
  tag: 'webhooks',
  operations: [listWebhookAttempts, getWebhookAttempt],
};

/** The body that says an event, or that of a test made at a time (epoch ms); `undefined` if there is no such event. */
export async function findMessage(db: Queryable, eventId: bigint, at: number): Promise<string | undefined> {
  // A test has the form of an event. It is not in the list of events.
  if (eventId === testEventId) return JSON.stringify({ id: 0, type: testType, at: new Date(at).toISOString() });
  const found = await findEvents(db, { after: eventId - 1n, limit: 1 });
  const [event] = await nameActors(db, found, ['actor']);
  return event?.id === eventId ? writeEvent(event) : undefined;
}
