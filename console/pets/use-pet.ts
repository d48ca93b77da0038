import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Pet } from '../../client/index.ts';
import { useRefresh } from '../data/queries.ts';
import type { Tagged } from '../lib/tagged.ts';
import { useSession } from '../session/session.tsx';
import { ChangedMeanwhileError, changePet, type RequestedChange } from './change-pet.ts';

export type PetChange = Readonly<ReturnType<typeof usePetChange>>;

/** Changes of one animal. */
export function usePetChange() {
  const { client } = useSession();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const known = useRef<Tagged<Pet>>(undefined);
  const [conflict, setConflict] = useState<ChangedMeanwhileError>();

  const send = async (request: RequestedChange) => {
    await queries.cancelQueries({ queryKey: petKey(request.seen.id) });
    known.current = await changePet(client, request, known.current);
    const { value: pet } = known.current;
    queries.setQueryData(petKey(pet.id), pet);
    return pet;
  };
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: send,
    onSuccess: () => setConflict(undefined),
    onError: (error) => {
      if (error instanceof ChangedMeanwhileError) setConflict(error);
    },
    onSettled: () => void refresh(),
  });

  return {
    /** Makes a change. @throws what `changePet` throws; a conflict then stands in `conflict` */
    make: mutateAsync,
    /** Makes a change that takes another one back; also when the page of the animal is gone. @throws what `changePet` throws */
    async takeBack(request: RequestedChange) {
      try {
        await send(request);
      } finally {
        void refresh();
      }
    },
    /** What is being changed at this moment; it is shown as if it were done. */
    underWay: isPending ? variables.changes : undefined,
    /** What somebody else has made of it instead, until it is decided. */
    conflict,
    /** Leaves the animal as somebody else has made it. */
    keepTheirs: ({ theirs }: ChangedMeanwhileError) => {
      queries.setQueryData(petKey(theirs.id), theirs);
      setConflict(undefined);
    },
  };
}

function petKey(id: bigint) {
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
