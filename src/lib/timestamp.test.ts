import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseTimestamp } from './timestamp.ts';

test.each([
  ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
  ['2027-01-31t12:00:00z', '2027-01-31T12:00:00.000Z'],
  ['2028-02-29T23:59:59.9Z', '2028-02-29T23:59:59.900Z'],
  ['2027-01-31T12:00:00.123456789+01:30', '2027-01-31T10:30:00.123Z'],
  ['2027-01-31T23:00:00-02:00', '2027-02-01T01:00:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999-00:00', '9999-12-31T23:59:59.999Z'],
  ['0099-12-31T00:00:00Z', '0099-12-31T00:00:00.000Z'],
])('parses %s as %s', (text, expected) => {
  expect(new Date(Number(parseTimestamp(text))).toISOString()).toBe(expected);
});

describe('rejects the timestamp', () => {
  test.each([
    '2027-02-30T00:00:00Z',
    '2027-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2027-04-31T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-00-01T00:00:00Z',
    '2027-01-00T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T12:60:00Z',
    '2027-01-01T12:00:60Z',
    '2027-01-01T12:00:00+24:00',
    '2027-01-01T12:00:00+01:60',
    '2027-01-01T12:00:00',
    '2027-01-01 12:00:00Z',
    '2027-1-01T12:00:00Z',
    '2027-01-01',
    '+002027-01-01T12:00:00Z',
    '2027-01-01T12:00:00.Z',
    '9999-12-31T23:59:59-14:00',
    '0000-01-01T00:00:00+00:01',
    '',
  ])('%p', (text) => expect(parseTimestamp(text)).toBeUndefined());
});

test('every time in the years 0 to 9999 survives formatting and parsing', () => {
  const date = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });
  fc.assert(fc.property(date, (moment) => parseTimestamp(moment.toISOString()) === BigInt(moment.getTime())));
});
