import { useSyncExternalStore } from 'react';
import type { OrderStatus, PetStatus } from '../../client/index.ts';

/** What an animal and an order of it become as soon as the server agrees: shown before it has. */
export interface UnderWay {
  readonly status: PetStatus;
  /** Its id is missing until it is placed. */
  readonly order?: { readonly id?: bigint; readonly status: OrderStatus };
  /** Whether the server has agreed, and only what else is on the page is read again. */
  readonly isAnswered: boolean;
}

let changes: ReadonlyMap<bigint, UnderWay> = new Map();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setUnderWay(petId: bigint, change: UnderWay | undefined): void {
  const others = [...changes].filter(([id]) => id !== petId);
  changes = new Map(change === undefined ? others : [...others, [petId, change]]);
  for (const listener of listeners) listener();
}

/** What becomes of an animal at this moment. */
export function useUnderWay(petId: bigint | undefined): UnderWay | undefined {
  return useSyncExternalStore(subscribe, () => (petId === undefined ? undefined : changes.get(petId)));
}
