import type { ReactNode } from 'react';
import { PetstoreError } from '../../client/index.ts';
import { useFormMutation } from '../lib/mutations.ts';
import { FormDialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: ReactNode;
  submitLabel: string;
  /** Does it, and closes the dialog. What it throws is shown. */
  act: () => Promise<unknown>;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
}

/** Asks before something is removed or ended for good. */
export function ConfirmDialog({ act, ...dialog }: ConfirmDialogProps) {
  const form = useFormMutation(act);
  return <FormDialog {...dialog} cancelLabel="Keep it" isDangerous state={form} onSubmit={form.submit} />;
}

/** An earlier attempt without an answer may have removed it. */
export function unlessGone(error: unknown): void {
  if (!(error instanceof PetstoreError) || error.status !== 404) throw error;
}
