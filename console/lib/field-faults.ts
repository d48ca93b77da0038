import { PetstoreError } from '../../client/index.ts';

/** What is wrong with what was filled in, by the field's name. */
export type FieldFaults = Readonly<Record<string, string>>;

/** The faults that the server has found in a body, the first one of each field; none for any other error. */
export function readFieldFaults(error: unknown): FieldFaults {
  if (!(error instanceof PetstoreError) || error.code !== 'validation_failed') return {};
  const faults: Record<string, string> = {};
  for (const { pointer, detail } of error.faults) {
    const [, field] = /^#\/(\w+)/.exec(pointer) ?? [];
    if (field !== undefined) faults[field] ??= `${detail.charAt(0).toUpperCase()}${detail.slice(1)}.`;
  }
  return faults;
}
