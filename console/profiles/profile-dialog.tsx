import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isProfile } from '../../client/guards.gen.ts';
import type { ProfileField } from '../../client/import/profile-cells.ts';
import type { Profile } from '../../client/resources/profiles.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { useRefresh } from '../data/queries.ts';
import { discardAndClose, RestoredHint, readDraft, useDraftFields } from '../lib/drafts.tsx';
import { type FieldErrors, readFieldErrors, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { ConflictDialog } from '../ui/conflict-dialog.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { profileLabels } from './profile-fields.ts';
import { readForm, toTexts } from './profile-form.ts';
import { type MergedEdit, type ProfileEdit, saveProfile } from './save-profile.ts';

/** An animal whose profile somebody has begun to edit: its name and its profile as they were then. */
export interface BegunProfile {
  readonly name: string;
  readonly profile: Profile;
}

interface ProfileDialogProps {
  petId: bigint;
  begun: BegunProfile;
  onClose: () => void;
}

/**
 * The form for a profile. It saves what was changed in it, so that two people can fill in different fields, and asks about
 * fields that somebody else has changed meanwhile.
 */
export function ProfileDialog({ petId, begun, onClose }: ProfileDialogProps) {
  const { client } = useSession();
  const refresh = useRefresh();
  const draft = profileDraft(petId);
  const initial = { ...toTexts(begun.profile), name: begun.name, seen: stringifyJson(begun.profile) };
  const { fields, isRestored, change } = useDraftFields(draft, initial);
  const [conflict, setConflict] = useState<MergedEdit>();
  const close = discardAndClose(draft, onClose);
  const save = async (edit: ProfileEdit) => {
    const found = await saveProfile(client, petId, edit);
    setConflict(found);
    if (found === undefined) close();
    void refresh();
  };
  const form = useFormMutation(save, { fields: shownFields, fieldErrorsOf });
  const submit = () => {
    const edit = { seen: parseProfile(fields.seen) ?? begun.profile, texts: fields };
    const read = readForm(edit.seen, edit.texts);
    if ('errors' in read) form.reject(read.errors);
    else form.submit(edit);
  };
  /** Goes on in the form, which has the decided texts if they cannot be saved either. */
  const decide = (edit: ProfileEdit) => {
    change({ ...edit.texts, seen: stringifyJson(edit.seen) });
    setConflict(undefined);
    form.submit(edit);
  };
  const field = (name: ProfileField) => ({
    label: profileLabels[name],
    value: fields[name],
    error: form.fieldErrors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });

  if (conflict !== undefined) return <ProfileConflictDialog conflict={conflict} onDecide={decide} />;
  return (
    <FormDialog
      title={
        <>
          Profile of <Name>{fields.name}</Name>
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

interface ProfileConflictDialogProps {
  conflict: MergedEdit;
  onDecide: (edit: ProfileEdit) => void;
}

function ProfileConflictDialog({ conflict: { conflicts, mine, theirs }, onDecide }: ProfileConflictDialogProps) {
  const show = (text: string) =>
    text === '' ? (
      'nothing'
    ) : (
      <span style={{ whiteSpace: 'pre-wrap' }}>
        <Name>{text}</Name>
      </span>
    );
  return (
    <ConflictDialog
      title="Somebody else has changed this profile"
      question="Nothing was saved, because both of you have changed what is below. Which version do you want to keep? Your other changes are saved with either."
      rows={conflicts.map((field) => ({
        label: profileLabels[field],
        theirs: show(theirs.texts[field]),
        mine: show(mine.texts[field]),
        isDifferent: true,
      }))}
      subject={stringifyJson([theirs.texts, mine.texts])}
      onKeepTheirs={() => onDecide(theirs)}
      onUseMine={() => onDecide(mine)}
    />
  );
}

/** What somebody has begun to write of an animal, if they have neither saved nor given that up. */
export function readProfileDraft(petId: bigint): BegunProfile | undefined {
  const { seen = '', name = '' } = readDraft(profileDraft(petId)) ?? {};
  const profile = parseProfile(seen);
  return profile && { name, profile };
}

function parseProfile(text: string): Profile | undefined {
  const profile = text === '' ? undefined : parseJson(text);
  return isProfile(profile) ? profile : undefined;
}

function profileDraft(petId: bigint): string {
  return `profile-${petId}`;
}
