const format = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The time of day of a moment (epoch milliseconds), to the second, so that one knows how long to wait. */
export function formatClock(moment: number): string {
  return format.format(moment);
}
