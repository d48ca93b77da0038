import { NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isProfile } from '../../client/guards.gen.ts';
import { aboutFields, type ProfileField, profileFields, toLabel } from '../../client/import/profile-cells.ts';
import type { Profile } from '../../client/resources/profiles.ts';
import { parseJson, stringifyJson } from '../../client/transport/json.ts';
import { useRefresh } from '../data/queries.ts';
import { discardAndClose, RestoredHint, readDraft, useDraftFields } from '../lib/drafts.tsx';
import { type FieldErrors, readFieldErrors, useFormMutation } from '../lib/mutations.ts';
import { useSession } from '../session/session.tsx';
import { ConflictDialog } from '../ui/conflict-dialog.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Name } from '../ui/name.tsx';
import { profileTexts, readForm } from './profile-form.ts';
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
  const initial = { ...profileTexts(begun.profile), name: begun.name, seen: stringifyJson(begun.profile) };
  const { fields, isRestored, change } = useDraftFields(draft, initial);
  const [conflict, setConflict] = useState<MergedEdit>();
  const close = discardAndClose(draft, onClose);
  const save = async (edit: ProfileEdit) => {
    const found = await saveProfile(client, petId, edit);
    setConflict(found);
    if (found === undefined) close();
    void refresh();
  };
  const form = useFormMutation(save, { fields: profileFields, fieldErrorsOf });
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
    label: aboutFields[name].label,
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
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {profileFields.map((name, index) => (
          <ProfileInput key={name} {...field(name)} name={name} data-autofocus={index === 0 || undefined} />
        ))}
      </SimpleGrid>
    </FormDialog>
  );
}

interface ProfileInputProps {
  name: ProfileField;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (event: { currentTarget: { value: string } }) => void;
}

function ProfileInput({ name, ...input }: ProfileInputProps) {
  const { kind, words = ['yes', 'no'], hint, placeholder, hasLines } = aboutFields[name];
  if (kind === 'flag' || kind === 'word') {
    const options = words.map((word) => ({ value: word, label: toLabel(word) }));
    return <NativeSelect {...input} description={hint} data={[{ value: '', label: 'not known' }, ...options]} />;
  }
  if (hasLines) {
    return (
      <Textarea {...input} description={hint} autosize minRows={3} maxRows={12} style={{ gridColumn: '1 / -1' }} />
    );
  }
  return <TextInput {...input} description={hint} placeholder={placeholder} autoComplete="off" />;
}

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
        label: aboutFields[field].label,
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
