import { type DeclaredFields, declaredFields, type FieldDeclaration } from '../contract/profile-fields.ts';

type ColumnOf<Name extends keyof DeclaredFields> = DeclaredFields[Name] extends {
  members: readonly (infer Member extends string)[];
}
  ? `${Name}.${Member}`
  : DeclaredFields[Name] extends { of: string }
    ? never
    : Name;

/** A field of a profile that a column can give. `goodWith.children` is a member of `goodWith`. */
export type ProfileField = { [Name in keyof DeclaredFields]: ColumnOf<Name> }[keyof DeclaredFields];

interface AboutField {
  readonly kind: 'text' | 'word' | 'date' | 'flag' | 'tags' | 'links' | 'fee' | 'attributes';
  /** What people call it. */
  readonly label: string;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly hasLines?: boolean | undefined;
  /** In code points. */
  readonly maxLength?: number | undefined;
  readonly words?: readonly string[] | undefined;
  /** Which member of `goodWith` it is. */
  readonly member?: DeclaredFields['goodWith']['members'][number] | undefined;
}

const columns = Object.entries<FieldDeclaration>(declaredFields).flatMap(([name, field]) => columnsOf(name, field));

export const aboutFields = Object.fromEntries(columns) as Readonly<Record<ProfileField, AboutField>>;

export const profileFields = columns.map(([name]) => name as ProfileField);

function columnsOf(name: string, field: FieldDeclaration): [name: string, about: AboutField][] {
  const { label = capitalised(name), hint, placeholder } = field;
  const about = { label, hint, placeholder };
  switch (field.kind) {
    case 'flags':
      return declaredFields.goodWith.members.map((member) => [
        `${name}.${member}`,
        { kind: 'flag', label: `${label} ${capitalised(member).toLowerCase()}`, member },
      ]);
    case 'word':
      return field.of === undefined ? [[name, { kind: 'word', ...about, words: field.words }]] : [];
    case 'date':
      return [[name, { kind: 'date', ...about, placeholder: placeholder ?? field.example }]];
    case 'text':
      return [[name, { kind: 'text', ...about, hasLines: field.hasLines, maxLength: field.maxLength }]];
    default:
      return [[name, { kind: field.kind, ...about, hasLines: field.kind === 'attributes' || field.kind === 'links' }]];
  }
}

/** `arrivedOn` is "Arrived on". */
function capitalised(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a field is a member of `goodWith`. */
export function isMember(field: ProfileField): field is Extract<ProfileField, `${string}.${string}`> {
  return aboutFields[field].member !== undefined;
}

/** What people call one of the words of a field. */
export function toLabel(word: string): string {
  return word.replaceAll('_', ' ');
}
