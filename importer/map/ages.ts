import { estimate, type PartialDate } from './dates.ts';

export type AgeUnit = 'year' | 'month' | 'week' | 'day';

export interface AgeRules {
  /** The unit that a word stands for: `years`, `m`, `Wochen`. */
  unitOf(word: string): AgeUnit | undefined;
  /** The unit of a number alone, as the heading tells it: `Age (Months)`. */
  readonly unit?: AgeUnit | undefined;
}

const maxYears = 150;

/**
 * The birth of an animal that was so old on a day (`2026-02-03`): its year where the age is in years, or else its month. On
 * that day the animal is as old as the text says. `undefined` for what is no age, such as `2-3 years` or `NO AGE`.
 * @example birthOf('6m 17d', '2026-02-03', rules) // { date: '2025-07-01', precision: 'month' }
 */
export function birthOf(age: string, day: string, rules: AgeRules): PartialDate | undefined {
  const parts = readAge(age, rules);
  if (parts === undefined) return undefined;
  const total = (unit: AgeUnit) => parts.reduce((sum, part) => sum + (part.unit === unit ? part.count : 0), 0);
  const months = Math.round(total('year') * 12 + total('month'));
  if (months > maxYears * 12) return undefined;
  const isInYears = parts.every(({ count, unit }) => unit === 'year' && Number.isInteger(count));
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // On 31 March an animal of one month was born in February.
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const days = Math.round(total('week') * 7 + total('day'));
  const birth = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay) - days)).toISOString();
  return isInYears
    ? { date: `${birth.slice(0, 4)}-01-01`, precision: 'year' }
    : { date: `${birth.slice(0, 7)}-01`, precision: 'month' };
}

interface AgePart {
  readonly count: number;
  readonly unit: AgeUnit;
}

/** Short words between the parts say nothing: `2 Jahre und 3 Monate`, `ca. 3 years old`. */
function readAge(age: string, { unitOf, unit }: AgeRules): AgePart[] | undefined {
  const text = age.trim().replace(estimate, '');
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return unit && [{ count: toNumber(text), unit }];
  const parts: AgePart[] = [];
  const rest = text.replaceAll(/(\d+(?:[.,]\d+)?)\s*(\p{L}+)/gu, (whole, count: string, word: string) => {
    const found = unitOf(word);
    if (found === undefined) return whole;
    parts.push({ count: toNumber(count), unit: found });
    return ' ';
  });
  const others = rest.match(/[^\s.,~&()/]+/g) ?? [];
  return parts.length > 0 && others.every((word) => /^\p{L}{1,3}$/u.test(word)) ? parts : undefined;
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}
