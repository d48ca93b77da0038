import { type ReactNode, useState } from 'react';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import { useCloseDialog } from '../lib/dialog-host.tsx';
import { useFormMutation } from '../lib/mutations.ts';
import { pageTexts } from '../texts/page-texts.ts';
import { type Choice, RadioList } from './choice-list.tsx';
import { FormDialog } from './dialog.tsx';
import { useOpener } from './focus.ts';
import { type ShownSecret, useShowSecret } from './secret-dialog.tsx';

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
    <FormDialog title={title} submitLabel={pageTexts.ui.createSecret} state={rotation} onSubmit={rotation.submit}>
      {children(grace)}
      <RadioList<Value> label={graceLabel} choices={graces} chosen={grace} onChange={setGrace} />
    </FormDialog>
  );
}
