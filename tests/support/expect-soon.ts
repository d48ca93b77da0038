import { expect } from 'bun:test';
import { until } from './until.ts';

const matchers = ['toBe', 'toEqual', 'toContain', 'toMatch', 'toHaveLength', 'toBeGreaterThan'] as const;
type Matchers = Record<(typeof matchers)[number], (expected: unknown) => Promise<void>>;

/**
 * Waits until an expectation is met: a page shows a moment later what a test has caused.
 * @param read what is expected to be so, read again and again
 */
export function expectSoon(read: () => Promise<unknown>): Matchers {
  const waitFor = (matcher: (typeof matchers)[number]) => async (expected: unknown) => {
    let failure: unknown;
    const isMet = async () => {
      const seen = await read();
      try {
        (expect(seen)[matcher] as (expected: unknown) => void)(expected);
        return true;
      } catch (error) {
        failure = error;
        return false;
      }
    };
    await until('an expectation', isMet).catch((error) => {
      throw failure ?? error;
    });
  };
  return Object.fromEntries(matchers.map((matcher) => [matcher, waitFor(matcher)])) as Matchers;
}
