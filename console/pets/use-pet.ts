import { useQuery } from '@tanstack/react-query';
import { useHistoryState } from 'wouter/use-browser-location';
import type { Pet, Profile } from '../../client/index.ts';
import { unlessGone } from '../lib/unless-gone.ts';
import { useSession } from '../session/session.tsx';

export function petKey(id: bigint) {
  return ['pets', 'one', String(id)] as const;
}

/** One animal; `null` when there is none with this id. */
export function usePet(id: bigint) {
  const { client } = useSession();
  return useQuery<Pet | null>({
    queryKey: petKey(id),
    queryFn: async ({ signal }) => (await client.pets.list({ ids: [id], signal }).page()).items[0] ?? null,
  });
}

export function profileKey(petId: bigint) {
  return ['pets', 'profile', String(petId)] as const;
}

/** The profile of an animal; `null` when the animal is gone. */
export function useProfile(petId: bigint) {
  const { client } = useSession();
  return useQuery<Profile | null>({
    queryKey: profileKey(petId),
    queryFn: async ({ signal }) =>
      (await client.profiles.get(petId, { signal }).catch(unlessGone('pet_not_found'))) ?? null,
  });
}

/** The way back from an animal to the list of animals, as it was filtered when somebody opened the animal there. */
export function useListAddress(): string {
  const state = useHistoryState<unknown>();
  const isFromList = typeof state === 'object' && state !== null && 'list' in state && typeof state.list === 'string';
  return isFromList && state.list !== '' ? `/animals?${state.list}` : '/animals';
}
