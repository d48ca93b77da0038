import { expect, test } from 'bun:test';
import type { RequestContext } from './context.ts';
import { prefersCount } from './preferences.ts';

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
  ['counts=exact', false],
  ['', false],
])('Prefer: %p asks for the number of entries: %p', (prefer, expected) => {
  expect(prefersCount({ prefer } as RequestContext)).toBe(expected);
});
