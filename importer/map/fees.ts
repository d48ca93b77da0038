import type { Profile } from '../../client/types.gen.ts';
import { fractionDigits } from '../../contract/money.ts';
import { type ImportFault, makeFault } from '../faults.ts';
import { fold } from '../words/words.ts';

type Fee = NonNullable<Profile['fee']>;

/** Signs of currencies. */
export const symbols: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
const free: ReadonlySet<string> = new Set(['free', 'waived', 'nofee', 'kostenlos', 'gratis', 'gratuit', 'gratuito']);

/** An amount in its currency, or in the one that is said of all: `75.00 USD`, `$75`, `75,00 €`, `75`, `free`. */
export function readFee(text: string, currencyOfAll: string | undefined): Fee | { readonly refused: ImportFault } {
  if (free.has(fold(text)))
    return currencyOfAll === undefined
      ? { refused: makeFault('no_currency') }
      : { amountMinor: 0n, currency: currencyOfAll };
  const [, before = '', digits, after = ''] =
    /^([A-Za-z]{3}|[€$£])?\s*(\d(?:[\d.,' ]*\d)?)(?:,-)?\s*([A-Za-z]{3}|[€$£])?$/.exec(text) ?? [];
  if (digits === undefined || (before !== '' && after !== '')) return { refused: makeFault('several_currencies') };
  const mark = before || after;
  const currency = mark === '' ? currencyOfAll : (symbols[mark] ?? mark.toUpperCase());
  if (currency === undefined) return { refused: makeFault('no_currency') };
  const decimals = fractionDigits(currency);
  const [, whole = digits, fraction = ''] =
    new RegExp(`^(.*\\d)[.,](\\d{1,${Math.max(decimals, 1)}})$`).exec(digits) ?? [];
  // Data tools write a column of numbers with decimals.
  const cents = decimals === 0 ? fraction.replace(/^0+$/, '') : fraction;
  if (cents.length > decimals || !/^\d{1,3}(?:[., ']?\d{3})*$|^\d+$/.test(whole))
    return { refused: makeFault('no_amount') };
  return { amountMinor: BigInt(whole.replaceAll(/\D/g, '') + cents.padEnd(decimals, '0')), currency };
}
