import { useEffect, useRef, useState } from 'react';
import { useCloseDialog } from './dialog-host.tsx';
import { type Draft, makeDraft, parseDraft, restoreDraft } from './draft-format.ts';
import { draftPrefix as prefix } from './stored-drafts.ts';

export function readDraft(form: string) {
  const stored = sessionStorage.getItem(prefix + form);
  return stored === null ? undefined : parseDraft(stored);
}

/** Opens a form when a page is first shown, if it was open there with a draft. */
export function useReopening(form: string, open: () => void, isAllowed = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once
  useEffect(() => {
    if (isAllowed && readDraft(form)?.isPutAside === false) open();
  }, []);
}

export type DraftFields = ReturnType<typeof useDraftFields>;

/**
 * Form fields that are saved as a draft for this tab until it is discarded, so that an expired key, a reload or going
 * back loses nothing. Not for secrets.
 * @param isMerging whether the form itself merges what others change meanwhile: then the draft has all its fields
 */
export function useDraftFields<Fields extends Draft>(form: string, initial: Fields, isMerging = false) {
  const [opened] = useState(() => {
    const restored = restoreDraft(initial, readDraft(form), isMerging);
    return { fields: restored, isRestored: makeDraft(initial, restored) !== undefined };
  });
  const [fields, setFields] = useState(opened.fields);
  // Two fields may change before the next render.
  const latest = useRef(fields);
  const close = useCloseDialog();
  const store = (isPutAside = false) => {
    const draft = makeDraft(initial, latest.current, { isWhole: isMerging, isPutAside });
    if (draft === undefined) sessionStorage.removeItem(prefix + form);
    else sessionStorage.setItem(prefix + form, JSON.stringify(draft));
  };
  // While the form is open, its draft is not put aside.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once
  useEffect(() => store(), []);
  return {
    fields,
    isRestored: opened.isRestored,
    change(changes: Partial<Fields>) {
      const changed = { ...latest.current, ...changes };
      latest.current = changed;
      setFields(changed);
      store();
    },
    /** Closes the form, and keeps what is typed. */
    leave() {
      store(true);
      close();
    },
    /** Closes the form, and discards what is typed. */
    close() {
      sessionStorage.removeItem(prefix + form);
      close();
    },
  };
}
