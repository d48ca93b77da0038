import { locale } from '../texts/texts.ts';

const whole = new Intl.NumberFormat(locale);

export function formatCount(count: bigint | number): string {
  return whole.format(count);
}

/** An amount such as `125.00 EUR` (ISO 4217), as people write it. */
export function formatMoney(text: string): string {
  const [amount, currency = ''] = text.split(' ');
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' });
  // As text, because a number would lose digits.
  return format.format(amount as Intl.StringNumericLiteral);
}
