import type { Reading } from './values.ts';

/** One setting: its environment variable, its flag, and how its text is parsed. */
export interface Setting<Value> {
  variable: string;
  flag: string;
  argument: string;
  description: string;
  read(text: string): Reading<Value>;
  default: Value;
  /** Whether its value must not be shown, and may also come from a file that `<variable>_FILE` names. */
  isSecret?: boolean;
}

export function setting<Value>(definition: Setting<Value>): Setting<Value> {
  return definition;
}
