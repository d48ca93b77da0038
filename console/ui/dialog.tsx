import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { NoAnswerError, PetstoreError } from '../../client/index.ts';
import { useCloseDialog } from '../lib/dialog-host.tsx';
import type { DraftFields } from '../lib/drafts.ts';
import { type FormMutation, textInput, useFormMutation } from '../lib/mutations.ts';
import { NotSentError } from '../lib/server-state.ts';
import { texts } from '../texts/page-texts.ts';
import { ActionButton } from './action-button.tsx';
import { explain } from './failure.tsx';
import { keepFocus, restoreFocus, useOpener } from './focus.ts';
import { notifyDone } from './notify.tsx';
import { Note } from './page.tsx';

const { ui } = texts;

interface DialogProps {
  title: ReactNode;
  /** Closes it; by default as its host does. */
  onClose?: () => void;
  /** Whether not only the buttons in the dialog close it. */
  isClosable?: boolean;
  /** Gets the focus when the dialog closes; by default what had it before. */
  opener?: Element | null | undefined;
  /** Whether it stands at the side of the page, and on a phone takes all of it: for a long form. */
  isSheet?: boolean;
  /** How wide it is, in pixels. */
  size?: number;
  /** Whether a click beside it closes it: where nothing is typed. */
  isClosedOutside?: boolean;
  children: ReactNode;
}

const sheet = { inner: { justifyContent: 'flex-end' }, content: { minHeight: '100dvh' } };

/** A modal window, open as long as it is rendered. A click beside it does not close it: typed text would be lost. */
export function Dialog(props: DialogProps) {
  const close = useCloseDialog();
  const { title, onClose = close, isClosable = true, opener, isSheet = false, size, isClosedOutside, children } = props;
  const before = useOpener();
  const returnTo = opener === undefined ? before : opener;
  useEffect(() => () => restoreFocus(returnTo), [returnTo]);
  return (
    <Modal
      {...(isSheet && { size: 'calc(min(600px, 100vw))', radius: 0, xOffset: 0, yOffset: 0, styles: sheet })}
      {...(size !== undefined && { size })}
      opened
      onClose={onClose}
      onFocusCapture={keepFocus}
      title={
        <Text span size="lg" fw={600} className="name">
          {title}
        </Text>
      }
      closeOnClickOutside={isClosedOutside === true}
      closeOnEscape={isClosable}
      withCloseButton={isClosable}
      closeButtonProps={{ 'aria-label': texts.close }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}

interface FormDialogProps extends DialogProps {
  submitLabel: string;
  /** Whether it deletes or ends something for good: Cancel has the focus, and the submit button is red. */
  isDangerous?: boolean;
  /** Where its fields are kept until it is cancelled. */
  draft?: Pick<DraftFields, 'isRestored' | 'leave' | 'close'>;
  state: Pick<FormMutation<never>, 'isPending' | 'error' | 'fieldErrors'>;
  onSubmit(): void;
}

const fields = 'input:not([type=radio]), [type=radio]:checked, textarea, select';

/** A dialog with a form, whose first field gets the focus. When it fails, the first invalid field does, or else the message. */
export function FormDialog(props: FormDialogProps) {
  const { submitLabel, isDangerous = false, draft, state, onSubmit, children, ...dialog } = props;
  const { isPending, error, fieldErrors } = state;
  const closeDialog = useCloseDialog();
  const close = draft?.close ?? closeDialog;
  const form = useRef<HTMLFormElement>(null);
  const begin = useCallback((element: HTMLFormElement | null) => {
    form.current = element;
    element?.querySelector(fields)?.setAttribute('data-autofocus', '');
  }, []);
  useEffect(() => {
    if (error === null && Object.keys(fieldErrors).length === 0) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus();
  }, [error, fieldErrors]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Dialog {...dialog} onClose={draft?.leave ?? closeDialog}>
      <form ref={begin} onSubmit={submit} noValidate>
        <Stack>
          {draft?.isRestored && <Note role="status">{ui.draft}</Note>}
          {children}
          {error !== null && <FormError error={error} action={submitLabel} />}
          <Group justify="flex-end" className={props.isSheet ? 'dialog-foot' : undefined}>
            <Button variant="default" onClick={close} {...(isDangerous && { 'data-autofocus': true })}>
              {isDangerous ? ui.keepIt : texts.cancel}
            </Button>
            <ActionButton
              subject={submitLabel}
              type="submit"
              loading={isPending}
              {...(isDangerous && { color: 'red.9' })}
            >
              {submitLabel}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Explains why a form was not sent. Every form sends its change with a key or condition that applies it only once. */
function explainWrite(error: unknown, action: string): readonly [title: string, text: string] {
  if (error instanceof NotSentError) return [texts.offline, ui.notSent(action)];
  if (error instanceof NoAnswerError) return [ui.gotNoAnswer, ui.maybeSaved(action)];
  const isReused = error instanceof PetstoreError && error.code === 'idempotency_key_reused';
  return isReused ? [ui.alreadySaved, ui.alreadySavedText] : [texts.didNotWork, explain(error)];
}

function FormError({ error, action }: { error: Error; action: string }) {
  const [title, text] = explainWrite(error, action);
  return (
    <Alert color="red" title={title} role="alert" tabIndex={-1}>
      {text}
    </Alert>
  );
}

/** A form that closes its dialog when it was sent, and says what the function returns. What that throws is shown. */
export function useClosingForm<Input = void>(
  send: (input: Input) => Promise<ReactNode>,
  fields: readonly string[] = [],
) {
  const close = useCloseDialog();
  const sendAndClose = async (input: Input) => {
    const done = await send(input);
    // Queries show what was changed in a task of its own. Before it, the focus could return to a button that then goes.
    await new Promise((resolve) => setTimeout(resolve));
    close();
    if (done !== undefined) notifyDone(done);
  };
  return useFormMutation(sendAndClose, { fields });
}

interface ConfirmDialogProps {
  title: ReactNode;
  submitLabel: string;
  /** Does it, and returns what to say of it. What it throws is shown. */
  act: () => Promise<ReactNode>;
  children: ReactNode;
}

export function ConfirmDialog({ act, ...dialog }: ConfirmDialogProps) {
  const form = useClosingForm(act);
  return <FormDialog {...dialog} isDangerous state={form} onSubmit={form.submit} />;
}

interface TextDialogProps {
  title: ReactNode;
  submitLabel: string;
  label: string;
  description: string;
  before?: string | undefined;
  /** As the service names it, so that its faults are shown there. */
  field: string;
  hasLines?: boolean;
  /** Gets the text without blanks around it, perhaps an empty one, and returns what to say. What it throws is shown. */
  save: (text: string) => Promise<ReactNode>;
  children?: ReactNode;
}

export function TextDialog(props: TextDialogProps) {
  const { label, description, before = '', field, hasLines = false, save, children, ...dialog } = props;
  const [text, setText] = useState(before);
  const form = useClosingForm(() => save(text.trim()), [field]);
  const input = { label, description, ...textInput(text, form.fieldErrors[field], setText) };
  return (
    <FormDialog {...dialog} state={form} onSubmit={form.submit}>
      {children}
      {hasLines ? <Textarea autosize minRows={3} {...input} /> : <TextInput {...input} />}
    </FormDialog>
  );
}
