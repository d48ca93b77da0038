import { CommandError, exitCodes } from './exit.ts';

const unitsMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration such as `90s`, `15m`, `24h`, `365d` into milliseconds. */
export function parseDuration(text: string, flag: string): number {
  const [, digits = '', unit = ''] = /^([0-9]{1,6})([smhd])$/.exec(text) ?? [];
  const unitMs = Object.entries(unitsMs).find(([name]) => name === unit)?.[1];
  if (unitMs !== undefined) return Number(digits) * unitMs;
  throw new CommandError(`${flag} must be a number and a unit, such as 90s, 15m, 24h or 365d`, exitCodes.unusable);
}
