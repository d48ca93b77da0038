import { LRUCache } from 'lru-cache';
import { type Age, ageAt } from '../../contract/age.ts';
import { decimalOf } from '../../contract/money.ts';
import type { PublicLanguage } from '../../contract/shelter.ts';
import { dayMs } from '../lib/timestamp.ts';
import type { DatePrecision, Fee } from '../record/shapes/profile-model.ts';
import { de } from './messages/de.ts';
import { en, type Messages } from './messages/en.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';

export const messagesOf: Readonly<Record<PublicLanguage, Messages>> = { en, de, fr, es };

/** How the public page says things in one language. Dates are days since 1970-01-01. */
export interface Language {
  readonly code: PublicLanguage;
  readonly messages: Messages;
  number(value: bigint): string;
  /** As much of a date as is known. */
  date(day: bigint, precision: DatePrecision): string;
  /** `undefined` where too little is known. */
  age(birthDate: bigint, precision: DatePrecision, today: bigint): string | undefined;
  money(fee: Fee): string;
  compare(one: string, other: string): number;
}

export function createLanguage(code: PublicLanguage): Language {
  const formatDate = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(code, { ...options, timeZone: 'UTC' });
  const dates: Record<DatePrecision, Intl.DateTimeFormat> = {
    day: formatDate({ day: 'numeric', month: 'long', year: 'numeric' }),
    month: formatDate({ month: 'long', year: 'numeric' }),
    year: formatDate({ year: 'numeric' }),
  };
  const unit = (name: string) => new Intl.NumberFormat(code, { style: 'unit', unit: name, unitDisplay: 'long' });
  const ages: Record<Age['unit'], Intl.NumberFormat> = {
    year: unit('year'),
    month: unit('month'),
    week: unit('week'),
    day: unit('day'),
  };
  const numbers = new Intl.NumberFormat(code);
  const collator = new Intl.Collator(code, { numeric: true });
  return {
    code,
    messages: messagesOf[code],
    number: (value) => numbers.format(value),
    date: (day, precision) => messagesOf[code].fullDate(dates[precision].format(dateOf(day))),
    age(birthDate, precision, today) {
      const age = ageAt(dateOf(today), dateOf(birthDate), precision);
      return age && ages[age.unit].format(age.count);
    },
    money: (fee) => formatMoney(code, fee),
    compare: (one, other) => collator.compare(one, other),
  };
}

function dateOf(day: bigint): Date {
  return new Date(Number(day) * dayMs);
}

/** There are some 180 currencies, but any three letters are accepted. */
const moneyFormats = new LRUCache<string, Intl.NumberFormat>({ max: 500 });

function formatMoney(code: PublicLanguage, fee: Fee): string {
  const key = `${code} ${fee.currency}`;
  let format = moneyFormats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(code, {
      style: 'currency',
      currency: fee.currency,
      trailingZeroDisplay: 'stripIfInteger',
    });
    moneyFormats.set(key, format);
  }
  // As text, because a number would lose digits.
  return format.format(decimalOf(fee) as Intl.StringNumericLiteral);
}
