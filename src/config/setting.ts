import type { Reading } from './values.ts';

/** One setting: its environment variable, its flag, and how its text is parsed. */
export interface Setting<Value> extends Parser<Value> {
  variable: string;
  flag: string;
  argument: string;
  description: string;
}

interface Parser<Value> {
  read(text: string): Reading<Value>;
  default: Value;
  /** Whether its value must not be shown, and may also come from a file that `<variable>_FILE` names. */
  isSecret?: boolean;
}

/** The values of several settings, by their names. */
export type ValuesOf<Settings extends Record<string, Setting<unknown>>> = {
  [Name in keyof Settings]: Settings[Name]['default'];
};

/** A setting by its environment variable. Its flag has the same name: `--log-level` for `PETSTORE_LOG_LEVEL`. */
export function setting<Value>(
  usage: `${string}=<${string}>`,
  parser: Parser<Value>,
  description: string,
): Setting<Value> {
  const [variable = '', argument = ''] = usage.split('=');
  const flag = `--${variable
    .replace(/^PETSTORE_/, '')
    .toLowerCase()
    .replaceAll('_', '-')}`;
  return { variable, flag, argument, description, ...parser };
}

export function noDefault<Value>(read: (text: string) => Reading<Value>): Parser<Value | undefined> {
  return { read, default: undefined };
}

export function secret<Value>(parser: Parser<Value>): Parser<Value> {
  return { ...parser, isSecret: true };
}

export function number(min: number, max: number, fallback: number): Parser<number> {
  const read = (text: string) => {
    const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? { value } : { mustBe: `a whole number from ${min} to ${max}` };
  };
  return { read, default: fallback };
}

export function choice<const Word extends string>(
  words: readonly Word[],
  fallback: NoInfer<Word>,
  mustBe = `one of ${words.join(', ')}`,
): Parser<Word> {
  const read = (text: string) => {
    const value = words.find((word) => word === text);
    return value === undefined ? { mustBe } : { value };
  };
  return { read, default: fallback };
}

export function onOrOff(fallback: boolean): Parser<boolean> {
  const read = (text: string) => (text === 'on' || text === 'off' ? { value: text === 'on' } : { mustBe: 'on or off' });
  return { read, default: fallback };
}

export const anyText = (text: string): Reading<string> => ({ value: text });
