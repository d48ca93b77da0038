import { Alert } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { isJsonType } from '../document/json.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { StatusCode } from '../parts/heading.tsx';
import { useApiKey } from './api-key.tsx';
import type { Exchange, FailureReason, ReceivedResponse, ReceivedStream, SentRequest } from './exchange.ts';

const failureTitles: Record<FailureReason, string> = {
  'no response': 'The server does not answer',
  stopped: 'Stopped',
  'not sent': 'The request cannot be sent',
};

const streamStates: Record<ReceivedStream['end'], string> = {
  open: 'Following',
  ended: 'The server has ended the stream',
  stopped: 'Stopped',
  broken: 'The connection is broken',
};

export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const view = useRef<HTMLDivElement>(null);
  const { phase } = exchange;
  useEffect(() => {
    if (phase !== 'none' && phase !== 'sending') view.current?.scrollIntoView({ block: 'nearest' });
  }, [phase]);
  return (
    <div ref={view}>
      <p role="status" className="exchange-status">
        <StatusLine exchange={exchange} />
      </p>
      {exchange.phase === 'failed' && <FailureView exchange={exchange} />}
      {exchange.phase === 'answered' && <ResponseView sent={exchange.sent} response={exchange.response} />}
      {exchange.phase === 'streaming' && <StreamView stream={exchange.response} />}
      {'response' in exchange && <HeaderList title="Response headers" headers={exchange.response.headers} />}
      {(exchange.phase === 'failed' || 'response' in exchange) && <SentView sent={exchange.sent} />}
    </div>
  );
}

function StatusLine({ exchange }: { exchange: Exchange }) {
  if (exchange.phase === 'sending') return 'Sending …';
  if (!('response' in exchange)) return null;
  const { response } = exchange;
  return (
    <>
      {/* Browsers hide the status of a redirect that is not followed behind a 0. */}
      <StatusCode status={response.status === 0 ? 'redirect' : String(response.status)} text={response.statusText} />{' '}
      {'end' in response
        ? `${streamStates[response.end]}, ${response.messageCount} ${response.messageCount === 1 ? 'message' : 'messages'}`
        : `in ${formatMs(response.elapsedMs)}, ${formatSize(response.sizeBytes)}`}
    </>
  );
}

function FailureView({ exchange: { sent, reason, detail } }: { exchange: Extract<Exchange, { phase: 'failed' }> }) {
  const mayBeDone = sent.method !== 'GET' && sent.method !== 'HEAD' && reason !== 'not sent';
  return (
    <Alert color={reason === 'stopped' ? 'gray' : 'red'} title={failureTitles[reason]} role="alert">
      {reason === 'no response' && 'It may be down, or your connection may be. '}
      {reason === 'not sent' && `${detail} `}
      {mayBeDone && 'The server may have carried the request out nevertheless: look before you repeat it.'}
    </Alert>
  );
}

function ResponseView({ sent, response }: { sent: SentRequest; response: ReceivedResponse }) {
  const { status, text, headers } = response;
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return (
    <>
      {status === 0 && (
        <Alert color="yellow">The server redirects to another address. This page does not follow.</Alert>
      )}
      {status === 401 && <RefusedKey sent={sent} />}
      {text !== '' && <CodeBlock label="Body of the response" text={text} isJson={isJsonType(type)} />}
    </>
  );
}

function RefusedKey({ sent }: { sent: SentRequest }) {
  const { origin } = useApiKey();
  const key = origin === 'console' ? 'the key that this tab is signed in with' : 'the key that you entered';
  return (
    <Alert color="yellow">
      {sent.hasKey ? `The server does not accept ${key}.` : 'The request was sent without an API key: enter one above.'}
    </Alert>
  );
}

function StreamView({ stream }: { stream: ReceivedStream }) {
  const { messages, messageCount } = stream;
  const hidden = messageCount - messages.length;
  return (
    <>
      {hidden > 0 && <p>{hidden} earlier messages are not shown.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard (WCAG 2.1.1) */}
      <section className="stream" aria-label="Messages of the stream" tabIndex={0}>
        {messages.length === 0 ? (
          <p>No messages yet.</p>
        ) : (
          <ol>
            {messages.map(({ number, text }) => (
              <li key={number}>
                <pre>{text}</pre>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

function SentView({ sent: { method, url, headers, hasKey } }: { sent: SentRequest }) {
  const authorization = hasKey ? [['Authorization', 'Bearer (not shown)'] as const] : [];
  return (
    <HeaderList title="What was sent" headers={[...headers, ...authorization]}>
      <code>
        {method} {url}
      </code>
    </HeaderList>
  );
}

interface HeaderListProps extends Pick<SentRequest, 'headers'> {
  title: string;
  children?: ReactNode;
}

function HeaderList({ title, headers, children }: HeaderListProps) {
  return (
    <details>
      <summary>{title}</summary>
      {children}
      <dl className="headers">
        {headers.map(([name, value]) => (
          <div key={`${name}: ${value}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function formatMs(elapsedMs: number): string {
  return elapsedMs < 1_000 ? `${Math.round(elapsedMs)} ms` : `${(elapsedMs / 1_000).toFixed(1)} s`;
}

function formatSize(sizeBytes: number): string {
  return sizeBytes < 1_000 ? `${sizeBytes} B` : `${(sizeBytes / 1_000).toFixed(1)} kB`;
}
