import { Button, Group } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { DocumentOperation } from '../document/document.ts';
import { isJsonType, printJson } from '../document/json.ts';
import { exampleOfContent } from '../document/schema.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { Heading } from '../parts/heading.tsx';
import { useService } from '../service.tsx';
import { ApiKeyField, useApiKey } from './api-key.tsx';
import { createDraft, missingPathValues, prepareRequest, printCurl, type RequestDraft } from './draft.ts';
import { useExchange } from './exchange.ts';
import { ExchangeView } from './exchange-view.tsx';
import { RequestForm } from './request-form.tsx';

export function RequestPanel({ operation }: { operation: DocumentOperation }) {
  const { address, resolve } = useService();
  const { value: apiKey } = useApiKey();
  const [draft, setDraft] = useState<RequestDraft>(() => createDraft(operation, resolve));
  const [isOpen, setOpen] = useState(false);
  const { exchange, isBusy, send, stop } = useExchange();
  const panel = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The open panel scrolls with the page, so it may lie above the window.
    if (isOpen && panel.current !== null && isAboveWindow(panel.current)) panel.current.scrollIntoView();
  }, [isOpen]);

  const toggle = () => {
    // What nobody sees any more is not followed on.
    if (isOpen) stop();
    setOpen(!isOpen);
  };
  const request = prepareRequest(operation, draft, address, resolve);
  const missing = missingPathValues(operation, draft);
  return (
    <div ref={panel} className={isOpen ? 'panel' : 'panel sticky'}>
      <Group justify="space-between" className="panel-title">
        <Heading order={4}>Request</Heading>
        <Button
          size="compact-sm"
          variant={isOpen ? 'default' : 'filled'}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close the form of' : 'Try'}: ${operation.summary}`}
          onClick={toggle}
        >
          {isOpen ? 'Close' : 'Try it'}
        </Button>
      </Group>
      <CodeBlock label={`curl command: ${operation.summary}`} text={printCurl(request)} />
      {isOpen && (
        <>
          <ApiKeyField />
          <RequestForm
            operation={operation}
            draft={draft}
            missing={missing}
            isBusy={isBusy}
            onChange={setDraft}
            onSend={() => send(request, apiKey)}
            onStop={stop}
          />
          <ExchangeView exchange={exchange} />
        </>
      )}
      {exchange.phase === 'none' && <ExampleResponse operation={operation} />}
    </div>
  );
}

/** Whether an element begins above what can be seen, which the header of the page covers in part. */
function isAboveWindow(element: Element): boolean {
  const { scrollPaddingTop } = getComputedStyle(document.documentElement);
  return element.getBoundingClientRect().top < Number.parseFloat(scrollPaddingTop);
}

function ExampleResponse({ operation }: { operation: DocumentOperation }) {
  const { resolve } = useService();
  const example = useMemo(() => {
    for (const { status, content } of operation.responses) {
      const body = content.find(({ mediaType }) => isJsonType(mediaType));
      const value = body === undefined || !status.startsWith('2') ? undefined : exampleOfContent(body, resolve);
      if (value !== undefined) return { status, text: printJson(value, 2) };
    }
    return undefined;
  }, [operation, resolve]);
  if (example === undefined) return null;
  const { status, text } = example;
  return (
    <>
      <Heading order={4}>Response {status}</Heading>
      <CodeBlock label={`Response ${status}: ${operation.summary}`} text={text} isJson />
    </>
  );
}
