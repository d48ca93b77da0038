import { isRecord } from '../../client/transport/shape.ts';
/** The texts of a form by field name. */
export type Draft = Readonly<Record<string, string>>;

/** What is stored of a form. */
interface StoredDraft {
  readonly fields: Readonly<Record<string, DraftField>>;
  /** Its form was closed, and waits until somebody opens it again. */
  readonly isPutAside: boolean;
}

interface DraftField {
  /** What stood in the field at first. */
  readonly before: string;
  readonly typed: string;
}

/**
 * What to store of a form, or undefined if nothing is typed in it: the fields that were changed, because what others change
 * meanwhile in the rest is to stay.
 * @param isWhole whether the rest is stored, too
 */
export function makeDraft(
  initial: Draft,
  fields: Draft,
  { isWhole = false, isPutAside = false } = {},
): StoredDraft | undefined {
  const all = Object.entries(initial).map(([name, before]) => [name, { before, typed: fields[name] ?? '' }] as const);
  const changed = all.filter(([, { before, typed }]) => typed !== before);
  return changed.length === 0 ? undefined : { fields: Object.fromEntries(isWhole ? all : changed), isPutAside };
}

/** Reads what is stored. Another version of this page may have stored anything. */
export function parseDraft(text: string): StoredDraft | undefined {
  const stored = parse(text);
  if (!isRecord(stored) || !isRecord(stored['fields'])) return undefined;
  const fields = Object.entries(stored['fields']);
  if (!fields.every((entry): entry is [string, DraftField] => isField(entry[1]))) return undefined;
  return { fields: Object.fromEntries(fields), isPutAside: stored['isPutAside'] === true };
}

/**
 * What stands in the fields of a form that is opened with a draft. A field that somebody else has changed meanwhile has what
 * they wrote.
 * @param isWhole whether the draft goes before what others have changed, which the form itself then merges
 */
export function restoreDraft<Fields extends Draft>(
  initial: Fields,
  draft: StoredDraft | undefined,
  isWhole: boolean,
): Fields {
  const kept = Object.entries(draft?.fields ?? {})
    .filter(([name, { before }]) => name in initial && (isWhole || before === initial[name]))
    .map(([name, { typed }]) => [name, typed]);
  return { ...initial, ...Object.fromEntries(kept) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isField(value: unknown): value is DraftField {
  return isRecord(value) && typeof value['before'] === 'string' && typeof value['typed'] === 'string';
}
