import { Button, Code, createSafeContext, Group, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { copyText } from './copy-text.ts';
import { Dialog } from './dialog.tsx';

type Copying = 'not yet' | 'done' | 'failed';

const feedback: Record<Copying, string> = {
  'not yet': '',
  done: 'It is in your clipboard.',
  failed: 'Your browser does not copy it. It is selected: copy it by hand.',
};

/** Shows a secret that cannot be shown again. Nothing but its own button closes it, and leaving the page is asked about. */
function SecretDialog({ title, advice, secret, opener, onKept }: ShownSecret & { onKept(): void }) {
  const [copying, setCopying] = useState<Copying>('not yet');
  const text = useRef<HTMLElement>(null);

  useWindowEvent('beforeunload', (event) => event.preventDefault());

  const copy = async () => {
    if (text.current !== null) setCopying((await copyText(text.current)) ? 'done' : 'failed');
  };

  return (
    <Dialog title={title} opener={opener}>
      <Stack>
        <Text component="div">{advice}</Text>
        <Code ref={text} block fz="md" className="secret">
          {secret}
        </Code>
        <Text size="sm" fw={600}>
          You will not see it again. Copy it to where it is needed, or to a password manager, before you close this
          dialog.
        </Text>
        <Text size="sm" role="status">
          {feedback[copying]}
        </Text>
        <Group justify="flex-end">
          <Button variant={copying === 'done' ? 'default' : 'filled'} onClick={copy} data-autofocus>
            {copying === 'done' ? 'Copied' : 'Copy'}
          </Button>
          <ActionButton subject={title} variant={copying === 'done' ? 'filled' : 'default'} onClick={onKept}>
            I have saved it
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A secret that the server returns only once. */
export interface ShownSecret {
  title: string;
  /** What it is for, and what to do with it. */
  advice: ReactNode;
  secret: string;
  /** What gets the focus in the end. */
  opener: Element | null;
}

const [ShownOnceContext, useShowSecret] = createSafeContext<(shown: ShownSecret) => void>(
  'the secret dialog has no host',
);

/** Shows a secret until the person says that they have kept it, wherever they go in the console meanwhile. */
export { useShowSecret };

/** Holds the secret dialog, which stays open when the page below it changes. */
export function SecretDialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownSecret>();
  return (
    <ShownOnceContext value={setShown}>
      {children}
      {shown !== undefined && <SecretDialog {...shown} onKept={() => setShown(undefined)} />}
    </ShownOnceContext>
  );
}
