import { describe, expect, test } from 'bun:test';
import { DateCounter } from '../source/date-tally.ts';
import {
  type DateReading,
  type DateRules,
  guessNumberedDates,
  orderOfDates,
  possibleDates,
  readDate,
} from './dates.ts';

const now = new Date('2026-11-27T22:00:00Z');
const months: Readonly<Record<string, number>> = {
  feb: 2,
  märz: 3,
  may: 5,
  mai: 5,
  juin: 6,
  june: 6,
  agosto: 8,
  sept: 9,
};
const rules: DateRules = { now, monthOf: (word) => months[word.toLowerCase()] };

/** `2026-03` for a month. */
function written(reading: DateReading): string | undefined {
  if (typeof reading !== 'object') return reading;
  const rest = reading.date.slice({ day: 10, month: 7, year: 4 }[reading.precision]);
  expect(rest).toBe({ day: '', month: '-01', year: '-01-01' }[reading.precision]);
  return reading.date.slice(0, reading.date.length - rest.length);
}

describe('a date is read as people and systems write it:', () => {
  test.each([
    ['2026-03-01', '2026-03-01'],
    [' 2026-3-1 ', '2026-03-01'],
    ['2026-03-01 23:59:59.123456', '2026-03-01'],
    ['2026-03-01T23:30:00-08:00', '2026-03-01'],
    ['2026-03-01T00:00:00.000Z', '2026-03-01'],
    ['2026-03-01 00:00:00 UTC', '2026-03-01'],
    ['2026/03/01', '2026-03-01'],
    ['2026.03.01', '2026-03-01'],
    ['20260301', '2026-03-01'],
    ['1.3.2026', '2026-03-01'],
    ['01.03.26', '2026-03-01'],
    ['1. 3. 2026', '2026-03-01'],
    ['1.3.2026 9:30 Uhr', '2026-03-01'],
    ['1 May 2020', '2020-05-01'],
    ['May 1, 2020', '2020-05-01'],
    ['FEB 3 2026 10:17 PM', '2026-02-03'],
    ['Friday, June 5, 2026', '2026-06-05'],
    ['3. März 2022', '2022-03-03'],
    ['3 de agosto de 2022', '2022-08-03'],
    ['1er juin 2022', '2022-06-01'],
    ['1-May-20', '2020-05-01'],
    ['2020-May-01', '2020-05-01'],
    ['20260229', undefined],
    ['May 2020', '2020-05'],
    ['Mai 20', undefined],
    ['Sept. 2020', '2020-09'],
    ['05/2020', '2020-05'],
    ['5.2020', '2020-05'],
    ['2020-05', '2020-05'],
    ['2020', '2020'],
    ['ca. 2019', '2019'],
    ['~2019', '2019'],
    ['around 05/2019', '2019-05'],
    ['ca. 17.5.2019', '2019-05'],
    ['about May 2019', '2019-05'],
  ])('%j is %p', (text, date) => expect(written(readDate(text, rules))).toBe(date));

  test.each([
    ['31/1/2026', 'unclear', '2026-01-31', undefined],
    ['1/31/26 7:00 AM', 'unclear', undefined, '2026-01-31'],
    ['3/2/26', 'unclear', '2026-02-03', '2026-03-02'],
    ['03-02-2026', 'unclear', '2026-02-03', '2026-03-02'],
    ['2/2/2026 10:17', '2026-02-02', '2026-02-02', '2026-02-02'],
  ])('%j by the order of the file, unless there is but one day that it can be', (text, unordered, dmy, mdy) => {
    const alone = { '31/1/2026': '2026-01-31', '1/31/26 7:00 AM': '2026-01-31' }[text] ?? unordered;
    expect(written(readDate(text, rules))).toBe(alone);
    expect(written(readDate(text, { ...rules, order: 'dmy' }))).toBe(dmy);
    expect(written(readDate(text, { ...rules, order: 'mdy' }))).toBe(mdy);
  });

  test.each([
    ['46', '2046'],
    ['47', '1947'],
    ['99', '1999'],
    ['00', '2000'],
  ])('no date is later than 20 years from now, so that the year %s is %s', (short, year) => {
    expect(written(readDate(`31.12.${short}`, rules))).toBe(`${year}-12-31`);
    expect(readDate(`31.12.${Number(year) + 100}`, rules)).toBeUndefined();
  });

  test.each([
    '',
    'soon',
    'Rex',
    '31.2.2026',
    '13/13/2026',
    '2026-13',
    '0020-05-01',
    '1899',
    '3',
    '43952',
    '1588291200',
    '1 2 May 2020',
    'May',
    'May June 2020',
    'came on 3 May 2020 with a red lead',
    '2026-03-01 to 2026-03-05',
    '3/2',
    '981000000000001',
  ])('%j is none', (text) => expect(readDate(text, rules)).toBeUndefined());

  test.each([
    '1899-12-30',
    '1900-01-01 00:00:00',
    '0001-01-01T00:00:00Z',
    '0000-00-00',
    '01.01.1900',
    '1/0/1900',
    '1/1/0001 12:00:00 AM',
    '00/00/0000',
    '12/30/1899',
    '1970-01-01T00:00:00.000Z',
    '1970-01-01 00:00',
    '0',
  ])('%j is written where there is none', (text) => expect(readDate(text, rules)).toBe('nothing'));

  test('the beginning of 1970 as a day alone, and later ones, are dates', () => {
    for (const text of ['1970-01-01', '1970-01-02 00:00:00', '1.1.1901'])
      expect(typeof readDate(text, rules)).toBe('object');
  });
});

describe('plain numbers are', () => {
  const numbersOf = (...cells: string[]) => {
    const counter = new DateCounter();
    for (const cell of cells) counter.add(cell, 2);
    return guessNumberedDates(cells.length, counter.tally, now);
  };

  test('days of a spreadsheet or seconds since 1970, where a column has nothing else', () => {
    expect(numbersOf('43952', '46056.43')).toBe('serial');
    expect(numbersOf('1588291200', '0', '1770076800')).toBe('unix');
    for (const cells of [
      ['43952', '2020-05-01'],
      ['43952', '1588291200'],
      ['2020', '2021'],
      ['20200501'],
      ['1', '43952'],
      ['981000000000001'],
      [],
    ])
      expect(numbersOf(...cells)).toBeUndefined();
  });

  test('read as what they are', () => {
    expect(written(readDate('43952', { ...rules, numbers: 'serial' }))).toBe('2020-05-01');
    expect(written(readDate('43952.99', { ...rules, numbers: 'serial' }))).toBe('2020-05-01');
    expect(written(readDate('1588291200', { ...rules, numbers: 'unix' }))).toBe('2020-05-01');
    expect(readDate('4395200', { ...rules, numbers: 'serial' })).toBeUndefined();
  });
});

describe('the order of day and month', () => {
  const orderOf = (...columns: (readonly string[])[]) =>
    orderOfDates(
      columns.map((cells) => {
        const counter = new DateCounter();
        for (const [index, cell] of cells.entries()) counter.add(cell, index + 2);
        return counter.tally;
      }),
    );

  test.each<[string, string[][], string]>([
    [
      'by any row of any column',
      [
        ['1/2/2026', '3/4/2026'],
        ['5-6-26', '', '1-31-26'],
      ],
      'mdy',
    ],
    ['with the day first', [['1/2/2026', '31/1/2026 10:00']], 'dmy'],
    ['not at all', [['1/2/2026'], ['3/4/2026']], 'unclear'],
    ['not needed', [['2026-01-31', '31.1.2026', '5/5/2026', '05/2026'], []], 'none'],
  ])('is decided %s', (_, columns, order) =>
    expect(orderOf(...columns)).toEqual({ order: order as 'dmy', contrary: 0 }),
  );

  test('is kept with few rows that contradict it, and else unclear; they are told', () => {
    const many = Array<string>(20).fill('31/1/2026');
    const firstContrary = { line: 3, text: '1/13/2026' };
    expect(orderOf(many, ['', '1/13/2026'])).toEqual({ order: 'dmy', contrary: 1, firstContrary });
    expect(orderOf(many.slice(1), ['', '1/13/2026'])).toEqual({ order: 'unclear', contrary: 1, firstContrary });
  });
});

describe('days that cannot be are no facts:', () => {
  const birth = (date: string) => ({ date, precision: 'month' as const });

  test('all that can be are kept', () => {
    const given = { birth: birth('2026-10-01'), arrivedOn: '2026-10-01', outcomeOn: '2026-11-28' };
    expect(possibleDates(given, now)).toEqual({ dates: given, faults: [] });
    expect(possibleDates({}, now)).toEqual({ dates: {}, faults: [] });
  });

  test.each([
    [{ birth: birth('2026-12-01') }, ['birth'], 'is in the future'],
    [{ arrivedOn: '2026-11-29', birth: birth('2026-11-01') }, ['arrivedOn'], 'is in the future'],
    [{ outcomeOn: '2062-10-01' }, ['outcomeOn'], 'is in the future'],
    [{ arrivedOn: '2026-10-01', outcomeOn: '2026-09-30' }, ['outcomeOn'], 'is before the arrival on 2026-10-01'],
    [{ arrivedOn: '2026-10-01', birth: birth('2026-11-01') }, ['birth'], 'is after the arrival on 2026-10-01'],
    [{ arrivedOn: '2999-10-01', outcomeOn: '2026-10-01' }, ['arrivedOn'], 'is in the future'],
  ])('%j', (given, fields, reason) => {
    const { dates, faults } = possibleDates(given, now);
    expect(faults.map(({ field, fault: { detail } }) => ({ field, detail }))).toEqual(
      fields.map((field) => ({ field: field as 'birth', detail: reason })),
    );
    expect(Object.keys(dates).sort()).toEqual(
      Object.keys(given)
        .filter((key) => !fields.includes(key))
        .sort(),
    );
  });
});
