import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ProfileField } from '../../client/import/profile-cells.ts';
import type { Pet } from '../../client/index.ts';
import { isProfile, type Profile, type ProfileChanges } from '../../client/resources/profiles.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { useRefresh } from '../data/queries.ts';
import { discardDraft, RestoredHint, useDraftFields } from '../lib/drafts.tsx';
import { type FieldErrors, readFieldErrors, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { profileLabels } from './profile-fields.ts';
import { type ProfileTexts, readForm, toTexts } from './profile-form.ts';

interface ProfileDialogProps {
  pet: Pet;
  profile: Profile;
  onClose: () => void;
}

/** The form for a profile. It sends what was changed in it, so that two people can fill in different fields. */
export function ProfileDialog({ pet, profile, onClose }: ProfileDialogProps) {
  const { client } = useSession();
  const refresh = useRefresh();
  const draft = profileDraft(pet.id);
  const initial = { ...toTexts(profile), seen: stringifyJson(profile) };
  const { fields, isRestored, change } = useDraftFields<ProfileTexts & { seen: string }>(draft, initial);
  const close = () => {
    discardDraft(draft);
    onClose();
  };
  const save = async (changes: ProfileChanges) => {
    if (Object.keys(changes).length > 0) await client.profiles.update(pet.id, changes);
    close();
    void refresh();
  };
  const form = useFormMutation(save, { fields: shownFields, fieldErrorsOf });
  const submit = () => {
    const read = readForm(readSeen(fields.seen, profile), fields);
    if ('errors' in read) form.reject(read.errors);
    else form.submit(read.changes);
  };
  const field = (name: ProfileField) => ({
    label: profileLabels[name],
    value: fields[name],
    error: form.fieldErrors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });

  return (
    <FormDialog
      title={
        <>
          Profile of <Name>{pet.name}</Name>
        </>
      }
      submitLabel="Save the profile"
      state={form}
      onSubmit={submit}
      onClose={close}
    >
      {isRestored && <RestoredHint />}
      <Textarea {...field('description')} autosize minRows={3} maxRows={12} data-autofocus />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['species', 'breed', 'color', 'coat'] as const).map((name) => (
          <TextInput key={name} {...field(name)} autoComplete="off" />
        ))}
        <NativeSelect {...field('sex')} data={[notKnown, 'female', 'male', 'unknown']} />
        <NativeSelect
          {...field('size')}
          data={[notKnown, 'small', 'medium', 'large', { value: 'extra_large', label: 'extra large' }]}
        />
        <TextInput {...field('birthDate')} placeholder="2024-05-01, 2024-05 or 2024" autoComplete="off" />
        <TextInput {...field('arrivedOn')} placeholder="2026-10-03" autoComplete="off" />
        {flags.map((name) => (
          <NativeSelect key={name} {...field(name)} data={[notKnown, 'yes', 'no']} />
        ))}
        <TextInput {...field('location')} autoComplete="off" />
        <TextInput {...field('fee')} placeholder="125.00 EUR" autoComplete="off" />
        <TextInput {...field('reference')} description="Its own number or chip; no other animal can have it" />
        <TextInput {...field('tags')} description="Separated by commas" autoComplete="off" />
      </SimpleGrid>
      <Textarea
        {...field('attributes')}
        description="One on each line, such as “weight: 4.2 kg”"
        autosize
        minRows={2}
      />
    </FormDialog>
  );
}

const notKnown = { value: '', label: 'not known' };

const flags = [
  'neutered',
  'vaccinated',
  'houseTrained',
  'specialNeeds',
  'goodWith.children',
  'goodWith.dogs',
  'goodWith.cats',
] as const;

const shownFields = Object.keys(profileLabels);

/** The server names `goodWith` as one field; its error belongs to the first of the three. */
function fieldErrorsOf(error: unknown): FieldErrors {
  const { goodWith, ...errors } = readFieldErrors(error);
  return goodWith === undefined ? errors : { ...errors, 'goodWith.children': goodWith };
}

/** The profile as it was when editing began. */
function readSeen(text: string, now: Profile): Profile {
  const seen = parseJson(text);
  return isProfile(seen) ? seen : now;
}

/** The draft of the form for a profile. */
export function profileDraft(petId: bigint): string {
  return `profile-${petId}`;
}
