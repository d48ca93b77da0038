import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useFormMutation } from '../lib/mutations.ts';
import { FormDialog } from './dialog.tsx';

interface TextDialogProps {
  title: ReactNode;
  submitLabel: string;
  label: string;
  description: string;
  before?: string | undefined;
  /** As the service names it, so that its faults are shown there. */
  field: string;
  hasLines?: boolean;
  /** Gets the text without blanks around it, perhaps an empty one. What it throws is shown. */
  save: (text: string) => Promise<unknown>;
  onClose: () => void;
  /** What it means. */
  children?: ReactNode;
}

/** Asks for one text. */
export function TextDialog(props: TextDialogProps) {
  const { label, description, before = '', field, hasLines = false, save, children, ...dialog } = props;
  const [text, setText] = useState(before);
  const send = async () => {
    await save(text.trim());
    dialog.onClose();
  };
  const form = useFormMutation(send, { fields: [field] });
  const input = {
    ...{ label, description, value: text, error: form.fieldErrors[field] },
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => setText(currentTarget.value),
  };
  return (
    <FormDialog {...dialog} state={form} onSubmit={form.submit}>
      {children}
      {hasLines ? <Textarea autosize minRows={3} {...input} /> : <TextInput {...input} />}
    </FormDialog>
  );
}
