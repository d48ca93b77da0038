import { PetstoreError } from '../../client/index.ts';

/** What is wrong with what was filled in, by the field's name. */
export type FieldFaults = Readonly<Record<string, string>>;

/**
 * The faults that the server has found, by field; none for any other error. They come in one sentence:
 * `The body is wrong. name: must have …; scopes[0]: must be ….`
 */
export function readFieldFaults(error: unknown): FieldFaults {
  if (!(error instanceof PetstoreError) || error.code !== 'validation_failed') return {};
  const [, list = ''] = /^The body is wrong\. (.*)\.$/s.exec(error.message) ?? [];
  const faults: Record<string, string> = {};
  for (const entry of list.split('; ')) {
    const [, field = '', text = ''] = /^(\w+)(?:\[\d+\])?: (.*)$/s.exec(entry) ?? [];
    if (field !== '') faults[field] ??= `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
  return faults;
}
