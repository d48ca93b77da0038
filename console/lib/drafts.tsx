import { Text } from '@mantine/core';
import { useRef, useState } from 'react';

/** What somebody has typed into a form: texts by the names of their fields. */
export type Draft = Readonly<Record<string, string>>;

const prefix = 'petstore-draft:';

/** What was typed into a form of this name in this tab, and neither sent nor given up. */
export function readDraft(form: string): Draft | undefined {
  const stored = sessionStorage.getItem(prefix + form);
  if (stored === null) return undefined;
  const values = parse(stored);
  if (typeof values !== 'object' || values === null) return undefined;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string'));
}

/** Forgets what was typed into a form: it was sent, or somebody does not want it any more. */
export function discardDraft(form: string): void {
  sessionStorage.removeItem(prefix + form);
}

/** Forgets what was typed into any form. */
export function discardDrafts(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(prefix)) sessionStorage.removeItem(name);
}

/** The fields of a form, as they were typed. */
export interface DraftFields<Fields extends Draft> {
  readonly fields: Fields;
  /** Whether they were typed into an earlier form of this name. */
  readonly isRestored: boolean;
  change(changes: Partial<Fields>): void;
}

/**
 * Keeps what is typed into a form until it is discarded, for this tab: a key that expires, a reload or going back takes
 * nothing away. Nothing secret may be typed there.
 */
export function useDraftFields<Fields extends Draft>(form: string, initial: Fields): DraftFields<Fields> {
  const [restored] = useState(() => readDraft(form));
  const [fields, setFields] = useState<Fields>(() => restore(initial, restored));
  // Two fields may change before the form is drawn anew.
  const latest = useRef(fields);
  return {
    fields,
    isRestored: restored !== undefined,
    change(changes) {
      const changed = { ...latest.current, ...changes };
      latest.current = changed;
      setFields(changed);
      const isTyped = Object.keys(initial).some((name) => changed[name] !== initial[name]);
      if (isTyped) sessionStorage.setItem(prefix + form, JSON.stringify(changed));
      else discardDraft(form);
    },
  };
}

/** Says where the text in a form comes from that nobody has typed just now. */
export function RestoredHint() {
  return (
    <Text size="sm" c="dimmed" role="status">
      This is an unsaved draft.
    </Text>
  );
}

/** What was stored by another version of this page may have any form. */
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
