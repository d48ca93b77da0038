import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { Webhook, WebhookAttempt } from '../../client/index.ts';
import { Failure } from '../ui/failure.tsx';
import { Tag } from '../ui/tags.tsx';
import { Moment } from '../ui/time.tsx';
import { useAttempts } from './use-attempts.ts';

/** What was sent to a receiver in the last 7 days, and what it has answered. */
export function AttemptList({ webhook }: { webhook: Webhook }) {
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useAttempts(webhook.id);
  const attempts = data?.pages.flatMap(({ items }) => items);
  return (
    <Stack gap="sm">
      {attempts === undefined && error !== null && <Failure error={error} retry={() => void refetch()} />}
      {attempts === undefined && error === null && <Skeleton h={64} />}
      {attempts?.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing was sent in the last 7 days.
        </Text>
      )}
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {attempts?.map((attempt) => (
          <AttemptItem key={String(attempt.id)} attempt={attempt} />
        ))}
      </Stack>
      {hasNextPage && (
        <Center>
          <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </Center>
      )}
    </Stack>
  );
}

function AttemptItem({ attempt }: { attempt: WebhookAttempt }) {
  const { eventId, at, durationMs, status, failure } = attempt;
  return (
    <Stack component="li" gap={2}>
      <Group gap="xs">
        <Text size="sm">
          {eventId === 0n ? (
            'Test'
          ) : (
            <>
              Event <span className="id">{String(eventId)}</span>
            </>
          )}
        </Text>
        <Tag color={failure === undefined ? 'green' : 'red'} data-status={failure === undefined ? 'arrived' : 'failed'}>
          {failure === undefined ? 'arrived' : 'failed'}
        </Tag>
        <Text size="sm" c="dimmed">
          {status === undefined ? 'no response' : String(status)}, {String(durationMs)} ms, <Moment at={at} />
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
