import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseInt64, parseJsonInt64 } from './int64.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('parseInt64', () => {
  test('parses every int64 in canonical form exactly', () => {
    fc.assert(fc.property(int64, (value) => parseInt64(String(value)) === value));
  });

  test.each([
    '',
    ' 1',
    '1 ',
    '+1',
    '-0',
    '01',
    '1.0',
    '1e2',
    'abc',
    '0x1',
    '١',
    '9223372036854775808',
    '-9223372036854775809',
  ])('rejects %p', (text) => {
    expect(parseInt64(text)).toBeUndefined();
  });
});

describe('parseJsonInt64', () => {
  test('parses every int64 exactly, however the JSON number is written', () => {
    fc.assert(
      fc.property(int64, fc.nat(30), fc.nat(30), (value, shift, zeros) => {
        const sign = value < 0n ? '-' : '';
        const digits = String(value < 0n ? -value : value).padStart(shift + 1, '0');
        const whole = digits.slice(0, digits.length - shift).replace(/^0+(?=.)/, '');
        const fraction = digits.slice(digits.length - shift) + '0'.repeat(zeros);
        const point = fraction === '' ? '' : `.${fraction}`;
        expect(parseJsonInt64(`${sign}${whole}${point}e${shift}`)).toBe(value);
      }),
    );
  });

  test.each([
    ['1.0', 1n],
    ['1e2', 100n],
    ['-0', 0n],
    ['0e999999999999', 0n],
    ['1200e-2', 12n],
    ['9223372036854775807.000', 2n ** 63n - 1n],
    ['-9.223372036854775808E18', -(2n ** 63n)],
  ])('parses %p as the integer it equals', (text, value) => {
    expect(parseJsonInt64(text)).toBe(value);
  });

  test.each(['1.5', '1e-1', '9223372036854775808', '1e19', '1e999999999999', '1e-999999999999'])(
    'rejects %p',
    (text) => {
      expect(parseJsonInt64(text)).toBeUndefined();
    },
  );
});
