import { createKeyByOperator } from '../../../src/access/keys/rules.ts';
import type { Store } from '../../../src/store/store.ts';

/** The caller of operations that a test runs on a store, without the service. It needs `addCaller`. */
export const caller = { callerId: 1n, callerHash: 'the hash of a secret', origin: 'http://petstore.test' };

/** Creates the key of the caller, as the first one of the database. */
export async function addCaller(store: Store): Promise<void> {
  const { callerHash } = caller;
  const draft = { name: 'caller', grants: 'admin', hint: '', secretHash: callerHash, createdAt: 0n, expiresAt: null };
  const { id } = await store.write(createKeyByOperator, draft);
  if (id !== caller.callerId) throw new Error(`the key of the caller has the id ${id}`);
}

/** What the caller sends to add an animal, as the input of `createPet.command`. */
export function petDraft(name: string) {
  return { path: {}, body: { name, categoryId: 1n }, now: 0n, ...caller, idempotency: undefined };
}
