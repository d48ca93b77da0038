import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Profile, ProfileChanges } from '../../client/types.gen.ts';
import { useRefresh } from '../data/queries.ts';
import { useSession } from '../session/session.tsx';
import { pageTexts } from '../texts/page-texts.ts';
import { notifyUndoable } from '../ui/notify.tsx';
import { profileKey } from './use-pet.ts';

/** Changes a profile, says so, and offers to take it back. `done` is what the message says. */
export function useProfileChange(petId: bigint, before: Profile) {
  const { client } = useSession();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const write = async (changes: ProfileChanges) => {
    queries.setQueryData(profileKey(petId), await client.profiles.update(petId, changes));
    void refresh();
  };
  return async (changes: ProfileChanges, done: ReactNode): Promise<undefined> => {
    await write(changes);
    const had = Object.keys(changes).map((field) => [field, before[field as keyof Profile] ?? null]);
    return notifyUndoable(done, {
      run: async () => {
        await write(Object.fromEntries(had));
        return pageTexts.pets.place.asBefore;
      },
      failed: pageTexts.pets.place.notChanged,
    });
  };
}
