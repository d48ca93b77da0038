/** Where in a file something is. */
export interface Example {
  readonly line: number;
  readonly text: string;
}

/** What the cells of a column tell of its dates. */
export interface DateTally {
  /** `3/4/2026`, where either number can be the day. */
  readonly unclear: number;
  /** `31/1/2026` */
  readonly dayFirst: number;
  readonly firstDayFirst?: Example;
  /** `1/31/2026` */
  readonly monthFirst: number;
  readonly firstMonthFirst?: Example;
  /** Cells that are nothing but a number, and the range in which these are. */
  readonly numbers: number;
  readonly least: number;
  readonly most: number;
}

/** With slashes or dashes the day or the month comes first; with dots always the day. */
export const shortDate = /^(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d\d)$/;
/** What may follow a day. */
export const timeOfDay = /[T,\s]+\d{1,2}:\d\d.*$/;

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

export class DateCounter {
  readonly tally: Writable<DateTally> = {
    unclear: 0,
    dayFirst: 0,
    monthFirst: 0,
    numbers: 0,
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
  };

  add(text: string, line: number): void {
    const { tally } = this;
    if (/^\d+(?:\.\d+)?$/.test(text)) {
      tally.numbers += 1;
      // A zero stands for no day, also among others.
      if (Number(text) !== 0) tally.least = Math.min(tally.least, Number(text));
      tally.most = Math.max(tally.most, Number(text));
      return;
    }
    const [, one, , two] = shortDate.exec(text.replace(timeOfDay, '')) ?? [];
    const [first, second] = [Number(one), Number(two)];
    const isMonth = (number: number) => number >= 1 && number <= 12;
    const isDay = (number: number) => number > 12 && number <= 31;
    if (isMonth(first) && isMonth(second) && first !== second) tally.unclear += 1;
    if (isDay(first) && isMonth(second)) {
      tally.dayFirst += 1;
      tally.firstDayFirst ??= { line, text };
    }
    if (isMonth(first) && isDay(second)) {
      tally.monthFirst += 1;
      tally.firstMonthFirst ??= { line, text };
    }
  }
}
