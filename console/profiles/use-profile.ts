import { useQuery } from '@tanstack/react-query';
import { PetstoreError } from '../../client/index.ts';
import type { Profile } from '../../client/resources/profiles.ts';
import { useSession } from '../session/session.tsx';

/** The profile of an animal; `null` when the animal is gone. */
export function useProfile(petId: bigint) {
  const { client } = useSession();
  return useQuery<Profile | null>({
    queryKey: ['pets', 'profile', String(petId)],
    queryFn: ({ signal }) => client.profiles.get(petId, { signal }).catch(noneIfGone),
  });
}

function noneIfGone(error: unknown): null {
  if (error instanceof PetstoreError && error.code === 'pet_not_found') return null;
  throw error;
}
