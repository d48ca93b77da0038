import { Text } from '@mantine/core';
import { formatDay } from '../lib/days.ts';
import { locale } from '../texts/texts.ts';

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
const precise = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment of RFC 3339, in the reader's own calendar and time zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {precise.format(new Date(at))}
    </time>
  );
}

/** The time of day of a moment (epoch milliseconds), to the second, so that one knows how long to wait. */
export function formatClock(moment: number): string {
  return clock.format(moment);
}

/** The day of a moment of RFC 3339, in the reader's own calendar and time zone, or a day such as `2026-11-30` as it is. */
export function Day({ at }: { at: string }) {
  return (
    <Text component="time" inherit dateTime={at} style={{ whiteSpace: 'nowrap' }}>
      {formatDay(at)}
    </Text>
  );
}
