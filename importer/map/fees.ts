import type { Profile } from '../../client/types.gen.ts';
import { fractionDigits } from '../../contract/money.ts';
import { fold } from '../words/words.ts';

type Fee = NonNullable<Profile['fee']>;

/** Signs of currencies. */
export const symbols: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP' };
const free: ReadonlySet<string> = new Set(['free', 'waived', 'nofee', 'kostenlos', 'gratis', 'gratuit', 'gratuito']);

/** Why a fee cannot be read whose currency nobody has said. */
export const noCurrency = 'has no currency';

/** An amount in its currency, or in the one that is said of all: `75.00 USD`, `$75`, `75,00 €`, `75`, `free`. */
export function readFee(text: string, currencyOfAll: string | undefined): Fee | { readonly refused: string } {
  if (free.has(fold(text)))
    return currencyOfAll === undefined ? { refused: noCurrency } : { amountMinor: 0n, currency: currencyOfAll };
  const [, before = '', digits, after = ''] =
    /^([A-Za-z]{3}|[€$£])?\s*(\d(?:[\d.,' ]*\d)?)(?:,-)?\s*([A-Za-z]{3}|[€$£])?$/.exec(text) ?? [];
  if (digits === undefined || (before !== '' && after !== ''))
    return { refused: 'is not an amount with one currency, such as 75.00 USD' };
  const mark = before || after;
  const currency = mark === '' ? currencyOfAll : (symbols[mark] ?? mark.toUpperCase());
  if (currency === undefined) return { refused: noCurrency };
  const decimals = fractionDigits(currency);
  const [, whole = digits, fraction = ''] =
    new RegExp(`^(.*\\d)[.,](\\d{1,${Math.max(decimals, 1)}})$`).exec(digits) ?? [];
  // Data tools write a column of numbers with decimals.
  const cents = decimals === 0 ? fraction.replace(/^0+$/, '') : fraction;
  if (cents.length > decimals || !/^\d{1,3}(?:[., ']?\d{3})*$|^\d+$/.test(whole))
    return { refused: 'is not an amount, such as 75.00 USD' };
  return { amountMinor: BigInt(whole.replaceAll(/\D/g, '') + cents.padEnd(decimals, '0')), currency };
}
