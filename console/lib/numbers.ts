const whole = new Intl.NumberFormat();
const percent = new Intl.NumberFormat(undefined, { style: 'percent' });

export function formatCount(count: bigint | number): string {
  return whole.format(count);
}

/** A share in percent. A share above zero is never shown as 0 %. */
export function formatShare(part: bigint, all: bigint): string {
  if (all === 0n || part === 0n) return percent.format(0);
  const share = Number((part * 1_000_000n) / all) / 1_000_000;
  return share < 0.005 ? `< ${percent.format(0.01)}` : percent.format(share);
}
