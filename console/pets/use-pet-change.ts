import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Pet, PetChanges } from '../../client/index.ts';
import { useSession } from '../session/session.tsx';
import { ChangedMeanwhileError, changePet, type TaggedPet, type Wish } from './change-pet.ts';
import { petKey } from './use-pets.ts';
import { useRefresh } from './use-refresh.ts';

/** Changes of one animal. */
export interface PetChange {
  /** Makes a change. @throws what `changePet` throws; a conflict then stands in `conflict` */
  make(wish: Wish): Promise<Pet>;
  /** What is being changed at this moment; it is shown as if it were done. */
  readonly underWay: PetChanges | undefined;
  /** What somebody else has made of it instead, until it is decided. */
  readonly conflict: ChangedMeanwhileError | undefined;
  /** Leaves the animal as somebody else has made it. */
  keepTheirs(conflict: ChangedMeanwhileError): void;
}

export function usePetChange(): PetChange {
  const { client } = useSession();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const known = useRef<TaggedPet>(undefined);
  const [conflict, setConflict] = useState<ChangedMeanwhileError>();

  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: async (wish: Wish) => {
      await queries.cancelQueries({ queryKey: petKey(wish.seen.id) });
      known.current = await changePet(client, wish, known.current);
      return known.current.pet;
    },
    onSuccess: (pet) => {
      queries.setQueryData(petKey(pet.id), pet);
      setConflict(undefined);
    },
    onError: (error) => {
      if (error instanceof ChangedMeanwhileError) setConflict(error);
    },
    onSettled: () => void refresh(),
  });

  return {
    make: mutateAsync,
    underWay: isPending ? variables.changes : undefined,
    conflict,
    keepTheirs: ({ theirs }) => {
      queries.setQueryData(petKey(theirs.id), theirs);
      setConflict(undefined);
    },
  };
}
