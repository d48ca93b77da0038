import { useEffect, useRef, useState } from 'react';
import { useCloseDialog } from './dialog-host.tsx';
import { draftPrefix as prefix } from './stored-drafts.ts';

/** The texts of a form by field name. */
export type Draft = Readonly<Record<string, string>>;

export function readDraft(form: string): Draft | undefined {
  const stored = sessionStorage.getItem(prefix + form);
  if (stored === null) return undefined;
  const values = parse(stored);
  if (typeof values !== 'object' || values === null) return undefined;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

/** In a draft whose form was closed, and which waits until somebody opens it again. */
const putAside = 'isPutAside';

/** Opens a form when a page is first shown, if it was open there with a draft. */
export function useReopening(form: string, open: () => void, isAllowed = true): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once
  useEffect(() => {
    const draft = readDraft(form);
    if (isAllowed && draft !== undefined && !(putAside in draft)) open();
  }, []);
}

export type DraftFields = ReturnType<typeof useDraftFields>;

/**
 * Form fields that are saved as a draft for this tab until it is discarded, so that an expired key, a reload or going
 * back loses nothing. Not for secrets.
 */
export function useDraftFields<Fields extends Draft>(form: string, initial: Fields) {
  const [restored] = useState(() => readDraft(form));
  const [fields, setFields] = useState<Fields>(() => restore(initial, restored));
  // Two fields may change before the next render.
  const latest = useRef(fields);
  const close = useCloseDialog();
  return {
    fields,
    isRestored: restored !== undefined,
    change(changes: Partial<Fields>) {
      const changed = { ...latest.current, ...changes };
      latest.current = changed;
      setFields(changed);
      const isTyped = Object.keys(initial).some((name) => changed[name] !== initial[name]);
      if (isTyped) sessionStorage.setItem(prefix + form, JSON.stringify(changed));
      else sessionStorage.removeItem(prefix + form);
    },
    /** Closes the form, and keeps what is typed. */
    leave() {
      const draft = readDraft(form);
      if (draft !== undefined) sessionStorage.setItem(prefix + form, JSON.stringify({ ...draft, [putAside]: 'yes' }));
      close();
    },
    /** Closes the form, and discards what is typed. */
    close() {
      sessionStorage.removeItem(prefix + form);
      close();
    },
  };
}

/** Another version of this page may have stored anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function restore<Fields extends Draft>(initial: Fields, draft: Draft = {}): Fields {
  const known = Object.entries(draft).filter(([name]) => name in initial);
  return { ...initial, ...Object.fromEntries(known) };
}
