import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Attempt } from '../lib/use-attempt.ts';
import { ActionButton } from './action-button.tsx';
import { explainRefusal } from './explain-refusal.ts';
import { giveFocusBack } from './use-opener.ts';

interface FormDialogProps {
  title: ReactNode;
  /** What gets the focus back. */
  opener: Element | null;
  submitLabel: string;
  cancelLabel?: string;
  /** Whether it ends something for good. */
  isDangerous?: boolean;
  attempt: Attempt;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A window with something to fill in, or to confirm. A press beside it does not close it: what was typed would be lost. */
export function FormDialog(props: FormDialogProps) {
  const { title, opener, submitLabel, cancelLabel = 'Cancel', isDangerous = false, attempt, children } = props;
  const { isBusy, failed, done } = attempt;
  const form = useRef<HTMLFormElement>(null);
  const message = useRef<HTMLDivElement>(null);
  useEffect(
    // What was ended takes the button with it that has opened this.
    () => () => giveFocusBack(isDangerous && done.current ? null : opener),
    [opener, isDangerous, done],
  );
  useEffect(() => {
    // To the first field that is at fault, or else to the message.
    if (failed !== undefined)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [failed]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) props.onSubmit();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={title}
      classNames={{ title: 'name dialog-title' }}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 0 }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack>
          {children}
          {failed?.error !== undefined && (
            <Alert ref={message} color="red" title="This did not work" role="alert" tabIndex={-1}>
              {explainRefusal(failed.error)}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={props.onClose} {...(isDangerous && { 'data-autofocus': true })}>
              {cancelLabel}
            </Button>
            <ActionButton subject={submitLabel} type="submit" loading={isBusy} {...(isDangerous && { color: 'red.8' })}>
              {submitLabel}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
