import { type ProfileField, profileFields } from '../../client/import/profile-cells.ts';
import type { Client } from '../../client/index.ts';
import type { Profile } from '../../client/resources/profiles.ts';
import { isOutdated, tagged } from '../lib/tagged.ts';
import { normalText, type ProfileTexts, profileTexts, readForm } from './profile-form.ts';

/** The texts of the form for a profile, and the profile with which it began. */
export interface ProfileEdit {
  readonly seen: Profile;
  readonly texts: ProfileTexts;
}

/** An edit together with what somebody else has changed meanwhile. */
export interface MergedEdit {
  /** The fields that both have changed, to different values. */
  readonly conflicts: readonly ProfileField[];
  /** What there is to save if the edit wins in these fields, and if the other does. */
  readonly mine: ProfileEdit;
  readonly theirs: ProfileEdit;
}

/** Merges an edit with the profile as it is now: what only one side has changed is as that side has it. */
function mergeEdit({ seen, texts }: ProfileEdit, now: Profile): MergedEdit {
  const [before, theirs] = [profileTexts(seen), profileTexts(now)];
  const changed = profileFields.filter((field) => texts[field] !== before[field]);
  const conflicts = changed.filter(
    (field) => theirs[field] !== before[field] && theirs[field] !== normalText(field, texts[field]),
  );
  const withMine = (fields: readonly ProfileField[]) => {
    const mine = Object.fromEntries(fields.map((field) => [field, texts[field]]));
    return { seen: now, texts: { ...theirs, ...mine } };
  };
  return {
    conflicts,
    mine: withMine(changed),
    theirs: withMine(changed.filter((field) => !conflicts.includes(field))),
  };
}

const maxAttempts = 5;

/**
 * Saves an edit, merged with what others have changed since it began. Returns the conflicts if there are any; then nothing
 * was saved.
 * @throws PetstoreError and NoAnswerError as the client does
 */
export async function saveProfile(client: Client, petId: bigint, edit: ProfileEdit): Promise<MergedEdit | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const now = await tagged((onAnswer) => client.profiles.get(petId, { onAnswer }));
    const merged = mergeEdit(edit, now.value);
    if (merged.conflicts.length > 0) return merged;
    const read = readForm(now.value, merged.mine.texts);
    if ('errors' in read) throw new Error('The form has texts that cannot be understood.');
    if (Object.keys(read.changes).length === 0) return undefined;
    try {
      await client.profiles.update(petId, read.changes, { ifMatch: now.tag });
      return undefined;
    } catch (error) {
      if (!isOutdated(error) || attempt === maxAttempts) throw error;
    }
  }
}
