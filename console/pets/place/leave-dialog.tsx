import { useState } from 'react';
import type { Profile, ProfileChanges } from '../../../client/index.ts';
import { randomIdempotencyKey } from '../../../client/transport/idempotency-key.ts';
import { useRefresh } from '../../data/queries.ts';
import type { Animal } from '../../lib/animals.ts';
import { dayOf } from '../../lib/days.ts';
import { useSession } from '../../session/session.tsx';
import { pageTexts } from '../../texts/page-texts.ts';
import { Name } from '../../ui/name.tsx';
import { notifyUndoable } from '../../ui/notify.tsx';
import { changeStatus } from '../change-status.ts';
import { setStatus } from '../selection/changes.ts';
import { ProfileDialog } from './profile-dialog.tsx';

interface LeaveDialogProps {
  /** To a new home, or in another way, such as back to its owner. */
  isAdoption: boolean;
  animal: Animal;
  profile: Profile;
}

/** Says that an animal is no longer here: adopted on a day and for a fee, which completes its reservation, or how else it left. */
export function LeaveDialog({ isAdoption, animal, profile }: LeaveDialogProps) {
  const session = useSession();
  const refresh = useRefresh();
  const [key] = useState(randomIdempotencyKey);
  const { label, done, failed } = pageTexts.pets.statusChanges.sold;
  const { client } = session;
  const { profiles } = client;
  const { id, status, category } = animal;
  const name = <Name>{animal.name}</Name>;
  const leave = async (changes: ProfileChanges) => {
    const takeBack = isAdoption
      ? await setStatus(session, animal, 'sold', key)
      : await changeStatus(client, { id, name: animal.name, status, categoryId: category.id }, 'sold');
    await profiles.update(id, changes).finally(refresh);
    return notifyUndoable(isAdoption ? done(name) : pageTexts.pets.leftAgain(name), {
      run: async () => {
        await takeBack();
        await profiles.update(id, { fee: profile.fee ?? null });
        void refresh();
        return pageTexts.pets.place.asBefore;
      },
      failed: failed(name),
    });
  };
  return (
    <ProfileDialog
      title={isAdoption ? pageTexts.pets.adoptWith : pageTexts.pets.leave}
      submitLabel={isAdoption ? label : pageTexts.ui.save}
      before={profile}
      fields={isAdoption ? ['outcomeOn', 'fee'] : ['outcomeType', 'outcomeOn']}
      labels={isAdoption ? { outcomeOn: pageTexts.pets.adoptedOn } : {}}
      proposed={{ outcomeOn: dayOf(Date.now()), ...(!isAdoption && { outcomeType: 'return_to_owner' }) }}
      save={leave}
    />
  );
}
