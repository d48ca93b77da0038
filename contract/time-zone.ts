import { dayMs } from './limits.ts';

/** Changes of the clock are looked for at this distance, and so far around a time. */
const stepMs = 7 * dayMs;
const maxSteps = 30;
/** Of those that a `Date` can have. */
const lastTime = 8.64e15;

/** A time without changes of the clock, in epoch milliseconds. */
export interface ClockPeriod {
  from: number;
  /** The first millisecond after it. */
  to: number;
  /** How far the clock is ahead of UTC. */
  offsetMs: number;
}

/**
 * The days of an IANA time zone, in days since 1970-01-01. The rules of the zone are asked once for a {@link ClockPeriod};
 * everything else is arithmetic.
 */
export class TimeZone {
  /** Such as `America/Los_Angeles`. */
  readonly name: string;
  /** Missing for UTC, so that a start need not load the rules of a language. */
  readonly #format: Intl.DateTimeFormat | undefined;
  readonly #periods: ClockPeriod[] = [];
  /** The day that was asked for last. */
  #from = 0;
  #to = 0;
  #day = 0n;

  /** @throws RangeError for an unknown name */
  constructor(name: string) {
    this.name = name;
    if (name === utcName) this.#periods.push({ from: -lastTime, to: lastTime, offsetMs: 0 });
    else this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** The day of a time in epoch milliseconds. */
  dayOf(at: bigint | number): bigint {
    const ms = Number(at);
    if (ms >= this.#from && ms < this.#to) return this.#day;
    const { from, to, offsetMs } = this.periodAt(ms);
    const day = Math.floor((ms + offsetMs) / dayMs);
    this.#from = Math.max(from, day * dayMs - offsetMs);
    this.#to = Math.min(to, (day + 1) * dayMs - offsetMs);
    this.#day = BigInt(day);
    return this.#day;
  }

  /** The first millisecond of a day: not midnight where the clock skips that. */
  startOf(day: bigint | number): number {
    const midnight = Number(day) * dayMs;
    // No clock is further from UTC.
    let period = this.periodAt(midnight - dayMs);
    while (period.to <= midnight - period.offsetMs) period = this.periodAt(period.to);
    return Math.max(period.from, midnight - period.offsetMs);
  }

  /** A period with a time, or a part of one that is half a year long. */
  periodAt(ms: number): ClockPeriod {
    const known = this.#periods.find(({ from, to }) => ms >= from && ms < to);
    if (known !== undefined) return known;
    const offsetMs = this.#offsetAt(ms);
    const period = { from: this.#reach(ms, -stepMs, offsetMs), to: this.#reach(ms, stepMs, offsetMs), offsetMs };
    this.#periods.push(period);
    return period;
  }

  /** How far the offset of a time reaches in the direction of a step. */
  #reach(ms: number, step: number, offsetMs: number): number {
    let inside = ms;
    for (let count = 0; count < maxSteps; count++) {
      const next = inside + step;
      if (this.#offsetAt(next) !== offsetMs) return this.#change(inside, next, offsetMs);
      inside = next;
    }
    return inside;
  }

  /** The first millisecond of the later of two offsets. */
  #change(inside: number, outside: number, offsetMs: number): number {
    let [one, other] = [inside, outside];
    while (Math.abs(other - one) > 1) {
      const middle = Math.floor((one + other) / 2);
      if (this.#offsetAt(middle) === offsetMs) one = middle;
      else other = middle;
    }
    return Math.max(one, other);
  }

  #offsetAt(ms: number): number {
    const text = this.#format?.format(ms) ?? '';
    const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(text) ?? [];
    const offsetMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === '-' ? -offsetMs : offsetMs;
  }
}

export const utcName = 'UTC';
const utcNames = /^(?:Etc\/)?(?:UTC|UCT|GMT|Universal|Zulu)$/i;
const zones = new Map<string, TimeZone>();

/** The name of a time zone as IANA writes it, and one name for UTC; `undefined` for what is none. */
export function findTimeZoneName(text: string): string | undefined {
  if (utcNames.test(text)) return utcName;
  // `+02:00` is a zone to the runtime, but has no changes of the clock.
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** @throws RangeError for an unknown name */
export function timeZone(name: string): TimeZone {
  const zone = zones.get(name) ?? new TimeZone(name);
  zones.set(name, zone);
  return zone;
}
