import { skipToken, useQuery } from '@tanstack/react-query';
import type { OrderStatus, PetStatus } from '../../client/index.ts';

/** What an animal and an order of it become as soon as the server agrees: shown before it has. */
export interface UnderWay {
  readonly status: PetStatus;
  /** Its id is missing until it is placed. */
  readonly order?: { readonly id?: bigint; readonly status: OrderStatus };
  /** Whether the server has agreed, and only what else is on the page is read again. */
  readonly isAnswered: boolean;
  /** Tells it from a later change. */
  readonly number: number;
}

export const underWayKey = (petId: bigint | undefined) => ['under way', String(petId)];

/** What becomes of an animal at this moment. */
export function useUnderWay(petId: bigint | undefined): UnderWay | undefined {
  return useQuery<UnderWay | null>({ queryKey: underWayKey(petId), queryFn: skipToken }).data ?? undefined;
}
