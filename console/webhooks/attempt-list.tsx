import { Group, Stack, Text } from '@mantine/core';
import type { Webhook, WebhookAttempt } from '../../client/index.ts';
import { usePages } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { List } from '../ui/page.tsx';
import { ReadablePages } from '../ui/readable.tsx';
import { TagBadge } from '../ui/tags.tsx';
import { Moment } from '../ui/time.tsx';

const pageSize = 20;
const milliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });
/** No event tells of an attempt. */
const refetchMs = 5_000;

/** What was sent to a receiver in the last 7 days, and what it has answered. */
export function AttemptList({ webhook: { id } }: { webhook: Webhook }) {
  const { client } = useSession();
  const query = usePages({
    queryKey: ['attempts', String(id)],
    read: (cursor, signal) => client.webhooks.attempts(id, { limit: pageSize, cursor, signal }).page(),
    refetchMs,
  });
  return (
    <Stack gap="sm">
      <ReadablePages query={query} height={64}>
        {(attempts) =>
          attempts.length === 0 ? (
            <Text size="sm" c="dimmed">
              {pageTexts.webhooks.noAttempts}
            </Text>
          ) : (
            <List>
              {attempts.map((attempt) => (
                <AttemptItem key={String(attempt.id)} attempt={attempt} />
              ))}
            </List>
          )
        }
      </ReadablePages>
    </Stack>
  );
}

function AttemptItem({ attempt: { eventId, at, durationMs, status, failure } }: { attempt: WebhookAttempt }) {
  const outcome = failure === undefined ? 'arrived' : 'failed';
  return (
    <Stack component="li" gap={2}>
      <Group gap="xs">
        <Text size="sm">
          {eventId === 0n
            ? pageTexts.webhooks.test
            : pageTexts.webhooks.event(<span className="id">{String(eventId)}</span>)}
        </Text>
        <TagBadge color={failure === undefined ? 'green' : 'red'} status={outcome}>
          {pageTexts.webhooks.outcomes[outcome]}
        </TagBadge>
        <Text size="sm" c="dimmed">
          {status === undefined ? pageTexts.webhooks.noResponse : String(status)}, {milliseconds.format(durationMs)},{' '}
          <Moment at={at} />
        </Text>
      </Group>
      {failure !== undefined && (
        <Text size="sm" className="name">
          {failure}
        </Text>
      )}
    </Stack>
  );
}
