import { Code, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Webhook, WebhookAttempt, WebhookExchange } from '../../client/index.ts';
import { usePages } from '../lib/queries.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { locale } from '../texts/texts.ts';
import { SmallButton } from '../ui/action-button.tsx';
import { Moment, TagBadge } from '../ui/inline.tsx';
import { List, Note } from '../ui/page.tsx';
import { Readable, ReadablePages } from '../ui/readable.tsx';
import { SendAgainButton } from './delivery-list.tsx';
import { refetchMs } from './queries.ts';

const words = texts.webhooks;
const pageSize = 20;
const milliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });

export function AttemptList({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const { client } = useSession();
  const query = usePages({
    queryKey: ['attempts', String(id)],
    read: (cursor, signal) => client.webhooks.attempts(id, { limit: pageSize, cursor, signal }).page(),
    refetchMs,
  });
  return (
    <Stack gap="sm">
      <ReadablePages query={query} height={64} empty={<Note>{words.noAttempts}</Note>}>
        {(attempts) => (
          <List>
            {attempts.map((attempt) => (
              <AttemptItem key={String(attempt.id)} attempt={attempt} webhook={webhook} />
            ))}
          </List>
        )}
      </ReadablePages>
    </Stack>
  );
}

function AttemptItem({ attempt, webhook }: { attempt: WebhookAttempt; webhook: Webhook }) {
  const { can } = useSession();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { id, eventId, at, durationMs, status, failure } = attempt;
  const outcome = failure === undefined ? 'arrived' : 'failed';
  const mayRead = can('events:read');
  const maySend = mayRead && can('webhooks:write') && webhook.status !== 'disabled' && eventId !== 0n;
  return (
    <Stack component="li" gap={2}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm">
            {eventId === 0n ? words.test : words.event(<span className="id">{String(eventId)}</span>)}
          </Text>
          <TagBadge color={failure === undefined ? 'green' : 'red'} status={outcome}>
            {words.outcomes[outcome]}
          </TagBadge>
          <Note>
            {status === undefined ? words.noResponse : String(status)}, {milliseconds.format(durationMs)},{' '}
            <Moment at={at} />
          </Note>
        </Group>
        <Group gap="xs">
          {mayRead && (
            <SmallButton aria-expanded={isOpen} aria-label={words.showOne(id)} onClick={toggle}>
              {words.show}
            </SmallButton>
          )}
          {maySend && <SendAgainButton subject={`attempt ${id}`} sent={{ webhookId: webhook.id, eventId }} />}
        </Group>
      </Group>
      {failure !== undefined && (
        <Text size="sm" className="name">
          {failure}
        </Text>
      )}
      {isOpen && <Exchange webhookId={webhook.id} attemptId={id} />}
    </Stack>
  );
}

function Exchange({ webhookId, attemptId }: { webhookId: bigint; attemptId: bigint }) {
  const { client } = useSession();
  const query = useQuery({
    queryKey: ['attempt', String(webhookId), String(attemptId)],
    queryFn: ({ signal }) => client.webhooks.attempt(webhookId, attemptId, { signal }),
  });
  return (
    <Readable query={query} height={160}>
      {({ request, response }) => (
        <>
          <Message label={words.request} first={request.url} headers={request.headers}>
            {request.body ?? words.eventDeleted}
          </Message>
          {response !== undefined && (
            <Message label={words.response} headers={response.headers}>
              {response.body}
              {response.isCut && `…\n${words.isCut}`}
            </Message>
          )}
        </>
      )}
    </Readable>
  );
}

interface MessageProps {
  label: string;
  first?: string;
  headers: WebhookExchange['request']['headers'];
  children: ReactNode;
}

function Message({ label, first, headers, children }: MessageProps) {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return (
    <>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code block className="name" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {[...(first === undefined ? [] : [first]), ...lines].join('\n')}
        {'\n\n'}
        {children}
      </Code>
    </>
  );
}
