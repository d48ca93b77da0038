import { Group, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isWhereabouts } from '../../../client/guards.gen.ts';
import type { Profile, ProfileChanges } from '../../../client/index.ts';
import { useRefresh } from '../../data/queries.ts';
import { isOnHold } from '../../lib/animals.ts';
import { useOpenDialog } from '../../lib/dialog-host.tsx';
import { useSession } from '../../session/session.tsx';
import { pageTexts } from '../../texts/page-texts.ts';
import { texts } from '../../texts/texts.ts';
import { SmallActionButton, SmallButton } from '../../ui/action-button.tsx';
import { Name } from '../../ui/name.tsx';
import { notifyUndoable } from '../../ui/notify.tsx';
import { useAction } from '../../ui/use-action.ts';
import { placeChoices } from '../../ui/words.ts';
import type { SeenAnimal } from '../change-animal.ts';
import { profileKey } from '../use-pet.ts';
import { ProfileDialog } from './profile-dialog.tsx';

/** Changes where an animal is, and until when visitors do not see it, and says why they do not. */
export function PetPlace({ pet, profile }: SeenAnimal) {
  const { can } = useSession();
  const words = pageTexts.pets.place;
  const open = useOpenDialog();
  const change = useProfileChange(pet.id, profile);
  const name = <Name>{pet.name}</Name>;
  const failed = () => words.notChanged;
  const move = (text: string) =>
    isWhereabouts(text)
      ? change({ whereabouts: text }, words.moved(name, texts.whereabouts[text]))
      : change({ whereabouts: null }, words.isUnknown(name));
  const moving = useAction(move, { failed });
  const ending = useAction(() => change({ holdUntil: null, holdReason: null }, words.ended(name)), { failed });
  const isHeld = isOnHold(profile, new Date());
  const hold = () =>
    open(
      <ProfileDialog
        title={words.holdTitle(name)}
        submitLabel={words.holdIt}
        before={profile}
        fields={['holdUntil', 'holdReason']}
        labels={{ holdUntil: words.until, holdReason: words.why }}
        save={(changes) => change(changes, words.held(name))}
      >
        <Text size="sm">{words.meaning}</Text>
      </ProfileDialog>,
    );
  return (
    <>
      {isHeld && profile.holdReason !== undefined && <Text className="name">{profile.holdReason}</Text>}
      {can('pets:write') && (
        <Group gap="xs" mt="xs">
          <NativeSelect
            size="xs"
            aria-label={texts.whereItIs}
            data={[{ value: '', label: words.unknown }, ...placeChoices()]}
            value={profile.whereabouts ?? ''}
            disabled={moving.isPending}
            onChange={({ currentTarget }) => moving.start(currentTarget.value)}
          />
          <SmallButton onClick={hold}>{isHeld ? words.changeHold : words.hold}</SmallButton>
          {isHeld && (
            <SmallActionButton subject={String(pet.id)} loading={ending.isPending} onClick={() => ending.start()}>
              {words.endHold}
            </SmallActionButton>
          )}
        </Group>
      )}
    </>
  );
}

/** Changes a profile, says so, and offers to take it back. `done` is what the message says. */
function useProfileChange(petId: bigint, before: Profile) {
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
