import { type ReactNode, useState } from 'react';
import type { ProfileField } from '../../../client/import/profile-cells.ts';
import type { Profile, ProfileChanges } from '../../../client/index.ts';
import { type ProfileTexts, profileTexts, readForm } from '../../profiles/profile-form.ts';
import { FormDialog, useClosingForm } from '../../ui/dialog.tsx';
import { ProfileInput } from '../pet-form.tsx';

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
  /** What it means. */
  children?: ReactNode;
}

/** Asks for a few fields of a profile. */
export function ProfileDialog(props: ProfileDialogProps) {
  const { before, fields, labels = {}, proposed = {}, save, children, ...dialog } = props;
  const seen = profileTexts(before);
  const [texts, setTexts] = useState(() => {
    const empty = Object.entries(proposed).filter(([field]) => seen[field as ProfileField] === '');
    return { ...seen, ...Object.fromEntries(empty) };
  });
  const form = useClosingForm(save, fields);
  const submit = () => {
    const read = readForm(before, texts);
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
          value={texts[name]}
          error={form.fieldErrors[name]}
          onChange={({ currentTarget: { value } }) => setTexts((others) => ({ ...others, [name]: value }))}
        />
      ))}
    </FormDialog>
  );
}
