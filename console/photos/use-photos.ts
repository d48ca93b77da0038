import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PetstoreError, type Photo } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';

function photosKey(petId: bigint) {
  return ['pets', 'photos', String(petId)] as const;
}

/** The photos of an animal in their order; none when the animal is gone. */
export function usePhotos(petId: bigint) {
  const { client } = useSession();
  return useQuery<Photo[]>({
    queryKey: photosKey(petId),
    queryFn: ({ signal }) => client.photos.list(petId, { signal }).catch(noneIfGone),
  });
}

export function useRefreshPhotos(petId: bigint): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: photosKey(petId) });
}

function noneIfGone(error: unknown): Photo[] {
  if (error instanceof PetstoreError && error.code === 'pet_not_found') return [];
  throw error;
}
