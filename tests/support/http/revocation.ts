import { expect } from 'bun:test';
import { type Engine, revocationDelayMs } from '../engines.ts';
import { until } from '../until.ts';

/** Expects 401 for a key that was revoked or replaced elsewhere: immediately, or soon where a server caches keys. */
export async function expectRefused(engine: Engine, ask: () => Promise<number>): Promise<void> {
  if (revocationDelayMs(engine) > 0) await until('the key to be refused', ask, 401);
  expect(await ask()).toBe(401);
}
