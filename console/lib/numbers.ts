const whole = new Intl.NumberFormat();

export function formatCount(count: bigint | number): string {
  return whole.format(count);
}
