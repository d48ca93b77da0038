import { expect, test } from 'bun:test';
import type { RequestContext } from './context.ts';
import { preferredCount } from './preferences.ts';

test.each([
  ['count=exact', true],
  ['Count=exact', true],
  ['count="exact"', true],
  ['count = exact', true],
  ['int64=string, count=exact', true],
  ['respond-async; wait=10,count=exact;foo="a, b"', true],
  ['count=exact, count=none', true],
  ['count=none, count=exact', false],
  ['count=EXACT', false],
  ['foo; count=exact', false],
  ['foo="a, count=exact, b"', false],
  ['foo bar, count=exact', true],
  ['foo, count=exact', true],
  ['counts=exact', false],
  ['count=, count=exact', true],
  ['', false],
])('Prefer: %p asks for the number of entries: %p', (prefer, expected) => {
  expect(preferredCount({ prefer } as RequestContext) === 'exact').toBe(expected);
});

test.each([
  ['blanks', `a=${' '.repeat(16_000)}x y`],
  ['names', `${'a '.repeat(8_000)}`],
  ['quotes', `a="${'\\"'.repeat(8_000)}`],
  ['open quotes', `${'"a,'.repeat(5_000)}`],
  ['parameters', `a=b${'; '.repeat(8_000)}`],
  ['commas', ','.repeat(16_000)],
])('a header of %s is read in one pass', (_, prefer) => {
  // A pass over each of its parts would take minutes for so many.
  for (let count = 0; count < 200; count++)
    expect(preferredCount({ prefer } as RequestContext) === 'exact').toBe(false);
});
