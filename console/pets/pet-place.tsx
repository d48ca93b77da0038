import { Checkbox, Group, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isWhereabouts } from '../../client/guards.gen.ts';
import type { Profile, ProfileChanges } from '../../client/index.ts';
import { randomIdempotencyKey } from '../../client/transport/idempotency-key.ts';
import type { ProfileField } from '../../importer/profile-fields.ts';
import { useRefresh } from '../data/queries.ts';
import { type Animal, isOnHold } from '../lib/animals.ts';
import { useOpenDialog } from '../lib/dialog-host.tsx';
import { dayOf, formatDay, today } from '../lib/formats.ts';
import { textInput } from '../lib/mutations.ts';
import { useCurrency } from '../profiles/currency.tsx';
import { type ProfileTexts, profileTexts, readForm, withCurrency } from '../profiles/profile-form.ts';
import { useSession } from '../session/session.tsx';
import { texts } from '../texts/page-texts.ts';
import { SmallActionButton, SmallButton } from '../ui/action-button.tsx';
import { FormDialog, useClosingForm } from '../ui/dialog.tsx';
import { Name, placeChoices } from '../ui/inline.tsx';
import { notifyUndoable, useAction } from '../ui/notify.tsx';
import type { SeenAnimal } from './change-animal.ts';
import { changeStatus } from './change-status.ts';
import { ProfileInput } from './pet-form.tsx';
import { setStatus } from './selection/acts.ts';
import { profileKey } from './use-pet.ts';

export function PetPlace({ pet, profile }: SeenAnimal) {
  const { can } = useSession();
  const words = texts.pets.place;
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
  const isHeld = isOnHold(profile, today());
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

interface AvailableDialogProps extends SeenAnimal {
  onAvailable: () => void;
}

/** Makes an animal available that visitors do not see, and asks whether they are to see it. */
export function AvailableDialog({ pet, profile, onAvailable }: AvailableDialogProps) {
  const { label } = texts.pets.statusChanges.available;
  const { isHidden, showToo, ended } = texts.pets.place;
  const [isShown, setShown] = useState(true);
  const change = useProfileChange(pet.id, profile);
  const form = useClosingForm(async () => {
    if (isShown) await change({ holdUntil: null, holdReason: null }, ended(<Name>{pet.name}</Name>));
    onAvailable();
    return undefined;
  });
  return (
    <FormDialog title={label} submitLabel={label} state={form} onSubmit={form.submit}>
      <Text size="sm">{isHidden(formatDay(profile.holdUntil ?? ''))}</Text>
      <Checkbox label={showToo} checked={isShown} onChange={() => setShown(!isShown)} />
    </FormDialog>
  );
}

/** Changes a profile, says so, and offers to take it back. `done` is what the message says. */
function useProfileChange(petId: bigint, before: Profile) {
  const { client } = useSession();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const write = async (changes: ProfileChanges) => {
    const seen = queries.getQueryData<Profile>(profileKey(petId));
    const set = Object.entries({ ...seen, ...changes }).filter(([, value]) => value !== null);
    queries.setQueryData(profileKey(petId), Object.fromEntries(set));
    const saved = client.profiles.update(petId, changes).finally(() => void refresh());
    queries.setQueryData(
      profileKey(petId),
      await saved.catch((error) => {
        queries.setQueryData(profileKey(petId), seen);
        throw error;
      }),
    );
  };
  return async (changes: ProfileChanges, done: ReactNode): Promise<undefined> => {
    await write(changes);
    const had = Object.keys(changes).map((field) => [field, before[field as keyof Profile] ?? null]);
    return notifyUndoable(done, {
      run: async () => {
        await write(Object.fromEntries(had));
        return texts.pets.place.asBefore;
      },
      failed: texts.pets.place.notChanged,
    });
  };
}

interface ProfileDialogProps {
  title: ReactNode;
  submitLabel: string;
  before: Profile;
  fields: readonly ProfileField[];
  /** What they are called here, if not as elsewhere. */
  labels?: Partial<ProfileTexts>;
  /** What stands in fields that have nothing yet. */
  proposed?: Partial<ProfileTexts>;
  /** Saves what was changed, perhaps nothing, and returns what to say. What it throws is shown. */
  save: (changes: ProfileChanges) => Promise<ReactNode>;
  children?: ReactNode;
}

function ProfileDialog(props: ProfileDialogProps) {
  const { before, fields, labels = {}, proposed = {}, save, children, ...dialog } = props;
  const seen = profileTexts(before);
  const [texts, setTexts] = useState(() => {
    const empty = Object.entries(proposed).filter(([field]) => seen[field as ProfileField] === '');
    return { ...seen, ...Object.fromEntries(empty) };
  });
  const form = useClosingForm(save, fields);
  const currency = useCurrency();
  const submit = () => {
    const read = readForm(before, withCurrency(texts, currency));
    if ('errors' in read) form.reject(read.errors);
    else form.submit(read.changes);
  };
  return (
    <FormDialog {...dialog} state={form} onSubmit={submit}>
      {children}
      {fields.map((name) => (
        <ProfileInput
          key={name}
          name={name}
          label={labels[name]}
          {...textInput(texts[name], form.fieldErrors[name], (text) =>
            setTexts((others) => ({ ...others, [name]: text })),
          )}
        />
      ))}
    </FormDialog>
  );
}

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
  const { label, done, failed } = texts.pets.statusChanges.sold;
  const { client } = session;
  const { profiles } = client;
  const { id, status, category } = animal;
  const name = <Name>{animal.name}</Name>;
  const leave = async (changes: ProfileChanges) => {
    const takeBack = isAdoption
      ? await setStatus(session, animal, 'sold', key)
      : await changeStatus(client, { id, name: animal.name, status, categoryId: category.id }, 'sold');
    await profiles.update(id, changes).finally(() => void refresh());
    return notifyUndoable(isAdoption ? done(name) : texts.pets.leftAgain(name), {
      run: async () => {
        await takeBack();
        await profiles.update(id, { fee: profile.fee ?? null });
        void refresh();
        return texts.pets.place.asBefore;
      },
      failed: failed(name),
    });
  };
  return (
    <ProfileDialog
      title={isAdoption ? texts.pets.adoptWith : texts.pets.leave}
      submitLabel={isAdoption ? label : texts.ui.save}
      before={profile}
      fields={isAdoption ? ['outcomeOn', 'fee'] : ['outcomeType', 'outcomeOn']}
      labels={isAdoption ? { outcomeOn: texts.pets.adoptedOn } : {}}
      proposed={{ outcomeOn: dayOf(Date.now()), ...(!isAdoption && { outcomeType: 'return_to_owner' }) }}
      save={leave}
    />
  );
}
