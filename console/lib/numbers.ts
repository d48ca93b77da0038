import { locale } from '../texts/texts.ts';

const whole = new Intl.NumberFormat(locale);

export function formatCount(count: bigint | number): string {
  return whole.format(count);
}
