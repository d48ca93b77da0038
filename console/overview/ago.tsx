import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const precise = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago a moment of RFC 3339 was; the moment itself shows when it is pointed at. */
export function Ago({ at, now }: { at: string; now: Date }) {
  const moment = new Date(at);
  return (
    <time dateTime={at} title={precise.format(moment)}>
      {tellAgo(moment, now)}
    </time>
  );
}

/** In the largest unit of which there is a whole one. The clocks of server and reader may differ a little. */
function tellAgo(moment: Date, now: Date): string {
  const seconds = (now.getTime() - moment.getTime()) / 1_000;
  for (const [unit, length] of units) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}

const tickMs = 20_000;

/** The current time, updated at intervals. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useInterval(() => setNow(new Date()), tickMs, { autoInvoke: true });
  return now;
}
