import type { Profile } from '../client/types.gen.ts';
import { profileList } from './profile-list.gen.ts';

export type ProfileField = keyof typeof profileList;

/** The fields of a profile that a column can give. `goodWith.children` is a member of `goodWith`. */
export const profileFields = Object.keys(profileList) as readonly ProfileField[];

interface AboutField {
  readonly kind: 'text' | 'word' | 'date' | 'flag' | 'tags' | 'fee' | 'attributes';
  /** What people call it. */
  readonly label: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly hasLines?: true;
  /** In code points. */
  readonly maxLength?: number;
  readonly words?: readonly string[];
  /** Which member of `goodWith` it is. */
  readonly member?: keyof NonNullable<Profile['goodWith']>;
}

export const aboutFields: Readonly<Record<ProfileField, AboutField>> = profileList;

/** What people call one of the words of a field. */
export function toLabel(word: string): string {
  return word.replaceAll('_', ' ');
}
