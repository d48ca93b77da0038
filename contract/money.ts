/** How many digits of the smallest unit a currency has: 2 for the euro, 0 for the yen (ISO 4217). */
export function fractionDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.resolvedOptions().maximumFractionDigits ?? 2;
}

/** A fee in units of its currency, with all of its digits: `125.00`. */
export function decimalOf({ amountMinor, currency }: { amountMinor: bigint; currency: string }): string {
  const digits = fractionDigits(currency);
  const text = String(amountMinor).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
