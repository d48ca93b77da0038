import type { TestContext } from '../context.ts';
import { Skipped } from '../mismatch.ts';

/** Whether getPet may be gone: then a single animal has no address. */
export function mayBeRemoved(t: TestContext): boolean {
  return t.state.now() >= Date.UTC(2030, 11, 5);
}

/** For what getPet does. @throws Skipped once the operation may be gone */
export function requireBeforeRemoval(t: TestContext): void {
  if (mayBeRemoved(t)) throw new Skipped('the operation was removed on 5 December 2030');
}

/** The path of an animal that exists. @throws Skipped once it may have none */
export async function pathOfPet(t: TestContext): Promise<string> {
  requireBeforeRemoval(t);
  return `/pets/${(await t.sharedPet()).id}`;
}
