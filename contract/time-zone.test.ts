import { expect, test } from 'bun:test';
import { parseDay, printDay } from '../src/lib/timestamp.ts';
import { findTimeZoneName, timeZone } from './time-zone.ts';

/** Zone, a day, when it begins, and its hours. */
const days: [string, string, string, number][] = [
  ['UTC', '2026-11-30', '2026-11-30T00:00:00.000Z', 24],
  ['America/Los_Angeles', '2026-11-30', '2026-11-30T08:00:00.000Z', 24],
  ['America/Los_Angeles', '2026-03-08', '2026-03-08T08:00:00.000Z', 23],
  ['America/Los_Angeles', '2026-03-09', '2026-03-09T07:00:00.000Z', 24],
  ['America/Los_Angeles', '2026-11-01', '2026-11-01T07:00:00.000Z', 25],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['Asia/Kolkata', '2026-11-30', '2026-11-29T18:30:00.000Z', 24],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T11:00:00.000Z', 25],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00.000Z', 23],
  // The clock goes from 24:00 to 1:00, and back from 24:00 to 23:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
  ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
  // Summer time pauses for a month of fasting.
  ['Africa/Casablanca', '2026-02-15', '2026-02-14T23:00:00.000Z', 25],
  ['Africa/Casablanca', '2026-03-22', '2026-03-22T00:00:00.000Z', 23],
];

test.each(days)('in %s, %s begins at %s and has %d hours', (name, day, start, hours) => {
  const zone = timeZone(name);
  const number = parseDay(day) ?? 0n;
  const [from, to] = [zone.startOf(number), zone.startOf(number + 1n)];
  expect([new Date(from).toISOString(), (to - from) / 3_600_000]).toEqual([start, hours]);
  const found = [from - 1, from, to - 1, to].map((at) => zone.dayOf(BigInt(at)) - number);
  expect(found).toEqual([-1n, 0n, 0n, 1n]);
});

test('a day that a zone has left out begins with the next one', () => {
  const zone = timeZone('Pacific/Apia');
  const [skipped = 0n, next = 0n] = ['2011-12-30', '2011-12-31'].map(parseDay);
  expect(zone.startOf(skipped)).toBe(zone.startOf(next));
  expect(printDay(zone.dayOf(zone.startOf(next) - 1))).toBe('2011-12-29');
});

test('zones have the names of IANA, and UTC has one', () => {
  const names = ['europe/berlin', 'Etc/UTC', 'gmt', 'EST', '+02:00', 'UTC+2', 'Mars/Olympus', ''].map(findTimeZoneName);
  expect(names).toEqual(['Europe/Berlin', 'UTC', 'UTC', 'EST', undefined, undefined, undefined, undefined]);
});
