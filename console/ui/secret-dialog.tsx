import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useRef, useState } from 'react';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { copyText } from '../lib/copy-text.ts';
import { useCloseDialog, useOpenDialog } from '../lib/dialog-host.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { texts } from '../texts/page-texts.ts';
import { ActionButton } from './action-button.tsx';
import { type Choice, RadioList } from './choice-list.tsx';
import { Dialog, FormDialog } from './dialog.tsx';
import { useOpener } from './focus.ts';

/** It may break anywhere, and is selected as a whole. */
const oneWord = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', userSelect: 'all' } as const;

type Copying = 'not yet' | 'done' | 'failed';

/** Shows a secret that cannot be shown again. Nothing but its own button closes it, and leaving the page is asked about. */
function SecretDialog({ title, advice, secret, note, opener }: ShownSecret) {
  const close = useCloseDialog();
  const [copying, setCopying] = useState<Copying>('not yet');
  const text = useRef<HTMLElement>(null);

  useWindowEvent('beforeunload', (event) => event.preventDefault());

  const copy = async () => {
    if (text.current !== null) setCopying((await copyText(text.current)) ? 'done' : 'failed');
  };

  return (
    <Dialog title={title} opener={opener} isClosable={false}>
      <Stack>
        <Text component="div">{advice}</Text>
        <Code ref={text} block fz="md" bg="var(--shade)" style={oneWord}>
          {secret}
        </Code>
        <Text size="sm" fw={600}>
          {note ?? texts.ui.onlyOnce}
        </Text>
        <Text size="sm" role="status">
          {copying !== 'not yet' && (copying === 'done' ? texts.ui.inClipboard : texts.ui.copyByHand)}
        </Text>
        <Group justify="flex-end">
          <Button variant={copying === 'done' ? 'default' : 'filled'} onClick={copy} data-autofocus>
            {copying === 'done' ? texts.ui.copied : texts.ui.copy}
          </Button>
          <ActionButton subject={title} variant={copying === 'done' ? 'filled' : 'default'} onClick={close}>
            {note === undefined ? texts.ui.savedIt : texts.ui.done}
          </ActionButton>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface ShownSecret {
  title: string;
  /** What it is for, and what to do with it. */
  advice: ReactNode;
  secret: string;
  /** What it means that it is shown only once, where nobody has to keep it. */
  note?: string;
  opener: Element | null;
}

/** Shows a secret until the person says that they have kept it, wherever they go in the console meanwhile. */
export function useShowSecret(): (shown: ShownSecret) => undefined {
  const open = useOpenDialog();
  return (shown) => {
    open(<SecretDialog {...shown} />, true);
  };
}

interface RotateDialogProps<Value extends string> {
  title: ReactNode;
  graceLabel: string;
  /** For how many seconds an old secret still counts, as texts. */
  graces: readonly [Choice<Value>, ...Choice<Value>[]];
  /** Makes one new secret, however often it is called with this key. */
  rotate(grace: Value, idempotencyKey: string): Promise<Omit<ShownSecret, 'opener'>>;
  /** What it means, with the chosen grace. */
  children: (grace: Value) => ReactNode;
}

/** Creates one new secret, however often the button is pressed, and shows it. */
export function RotateDialog<Value extends string>(props: RotateDialogProps<Value>) {
  const { title, graceLabel, graces, rotate, children } = props;
  const close = useCloseDialog();
  const opener = useOpener();
  const showOnce = useShowSecret();
  const [idempotencyKey] = useState(randomIdempotencyKey);
  const [grace, setGrace] = useState(graces[0].value);
  const rotation = useFormMutation(async () => {
    const shown = await rotate(grace, idempotencyKey);
    close();
    showOnce({ ...shown, opener });
  });
  return (
    <FormDialog title={title} submitLabel={texts.ui.createSecret} state={rotation} onSubmit={rotation.submit}>
      {children(grace)}
      <RadioList<Value> label={graceLabel} choices={graces} chosen={grace} onChange={setGrace} />
    </FormDialog>
  );
}
