import { useState } from 'react';
import { randomIdempotencyKey } from '../../../client/transport/idempotency-key.ts';
import type { Profile, ProfileChanges } from '../../../client/types.gen.ts';
import { useRefresh } from '../../data/queries.ts';
import type { Animal } from '../../lib/animals.ts';
import { dayOf } from '../../lib/days.ts';
import { useSession } from '../../session/session.tsx';
import { pageTexts } from '../../texts/page-texts.ts';
import { Name } from '../../ui/name.tsx';
import { notifyUndoable } from '../../ui/notify.tsx';
import { setStatus } from '../selection/changes.ts';
import { ProfileDialog } from './profile-dialog.tsx';

interface AdoptDialogProps {
  animal: Animal;
  profile: Profile;
  onClose: () => void;
}

/** Marks an animal as adopted on a day and for a fee; its reservation is completed by that. */
export function AdoptDialog({ animal, profile, onClose }: AdoptDialogProps) {
  const session = useSession();
  const refresh = useRefresh();
  const [key] = useState(randomIdempotencyKey);
  const { label, done, failed } = pageTexts.pets.statusChanges.sold;
  const name = <Name>{animal.name}</Name>;
  const adopt = async (changes: ProfileChanges) => {
    const takeBack = await setStatus(session, animal, 'sold', key);
    const { profiles } = session.client;
    await profiles.update(animal.id, changes).finally(refresh);
    notifyUndoable(done(name), {
      run: async () => {
        await takeBack();
        await profiles.update(animal.id, { fee: profile.fee ?? null });
        void refresh();
        return pageTexts.pets.place.asBefore;
      },
      failed: failed(name),
    });
  };
  return (
    <ProfileDialog
      title={pageTexts.pets.adoptWith}
      submitLabel={label}
      before={profile}
      fields={['outcomeOn', 'fee']}
      labels={{ outcomeOn: pageTexts.pets.adoptedOn }}
      proposed={{ outcomeOn: dayOf(Date.now()) }}
      save={adopt}
      onClose={onClose}
    />
  );
}
