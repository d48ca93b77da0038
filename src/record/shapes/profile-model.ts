import {
  declaredFields,
  type FieldDeclaration,
  type DeclaredFields as Fields,
} from '../../../contract/profile-fields.ts';

export type FieldName = keyof Fields;

export const petSexes = declaredFields.sex.words;
export type PetSex = (typeof petSexes)[number];

export const petSizes = declaredFields.size.words;
export type PetSize = (typeof petSizes)[number];

export type DatePrecision = Fields['birthDatePrecision']['words'][number];

/** Whom an animal gets along with; missing where that is unknown. */
export type GoodWith = { [Whom in Companion]?: boolean };
export const companions = declaredFields.goodWith.members;
export type Companion = (typeof companions)[number];

export interface Fee {
  /** In the smallest unit of the currency. */
  amountMinor: bigint;
  /** ISO 4217. */
  currency: string;
}

/** The value of a field by its kind. Dates are days since 1970-01-01. */
interface Values {
  text: string;
  date: bigint;
  flag: boolean;
  flags: GoodWith;
  tags: string[];
  links: string[];
  fee: Fee;
  attributes: Record<string, string>;
}

type ValueOf<Field> = Field extends { words: readonly (infer Word)[] }
  ? Word
  : Field extends { kind: infer Kind extends keyof Values }
    ? Values[Kind]
    : never;

/**
 * What is known about an animal. `birthDatePrecision` is there exactly if `birthDate` is. `goodWith`, `tags` and `attributes`
 * are never empty, nor are `videos`; tags are in the order of their code points, each once, and attributes by ascending name, those that are
 * numbers first.
 */
export type Profile = { [Name in FieldName]?: ValueOf<Fields[Name]> };

/** A merge patch (RFC 7396): `null` removes a member. */
type Changes<Value> = { [Name in keyof Value]?: Value[Name] | null };

/** Changes of a profile, as sent by a client. */
export type ProfileChanges = Changes<Omit<Profile, 'goodWith' | 'fee' | 'attributes'>> & {
  goodWith?: Changes<GoodWith> | null;
  fee?: Changes<Fee> | null;
  attributes?: Record<string, string | null> | null;
};

/** The names of the fields of a kind. */
export type NameOf<Kind> = { [Name in FieldName]: Fields[Name]['kind'] extends Kind ? Name : never }[FieldName];

/** The names of the fields that are for staff. */
export type InternalField = {
  [Name in FieldName]: Fields[Name] extends { isInternal: true } ? Name : never;
}[FieldName];

/** The names of the fields by whose words a search finds animals. */
type SearchedField = {
  [Name in FieldName]: Fields[Name] extends { isSearched: true } ? Name : never;
}[FieldName];

/** The names of the fields of which a list can be filtered by the values, and those of the filters of dates. */
export type FilterField = {
  [Name in FieldName]: Fields[Name] extends { isFilter: true } ? Name : never;
}[FieldName];
type DateFilter = {
  [Name in FieldName]: Fields[Name] extends { filters: infer Own } ? Own[keyof Own] : never;
}[FieldName];

/** Which values a list wants: one of several texts or words, a flag, or days after or before one. */
export type FieldFilters = {
  [Name in FilterField]?:
    | (ValueOf<Fields[Name]> extends boolean ? boolean : readonly ValueOf<Fields[Name]>[])
    | undefined;
} & { [Name in Extract<DateFilter, string>]?: bigint | undefined };

/** In their order, as all lists of names. */
export const fieldNames = Object.keys(declaredFields) as readonly FieldName[];

export function fieldsOf<Kind extends FieldDeclaration['kind']>(...kinds: readonly Kind[]): NameOf<Kind>[] {
  const isOf = (name: FieldName): name is NameOf<Kind> => kinds.some((kind) => kind === declaredFields[name].kind);
  return fieldNames.filter(isOf);
}

const isFilter = (name: FieldName): name is FilterField => 'isFilter' in declaredFields[name];
export const filterFields = fieldNames.filter(isFilter);

/** Long texts last: of these the words that do not fit are left out. */
export const searchedFields = fieldNames
  .filter((name): name is SearchedField => 'isSearched' in declaredFields[name])
  .sort((one, other) => Number('hasLines' in declaredFields[one]) - Number('hasLines' in declaredFields[other]));

/** The texts that filters compare folded, so that `cat` and `Cat ` are one. */
export const foldedFields = fieldsOf('text').filter((name): name is Extract<FilterField, NameOf<'text'>> =>
  isFilter(name),
);

/** The filters of dates: the field of each, and whether it wants later days. */
export const dateFilters = fieldsOf('date').flatMap((field) => {
  const declared = declaredFields[field];
  const filters: Partial<Record<'after' | 'before', DateFilter>> = 'filters' in declared ? declared.filters : {};
  return Object.entries(filters).map(([side, name]) => ({ field, name, isAfter: side === 'after' }));
});

export const internalFields = fieldNames.filter((name): name is InternalField => 'isInternal' in declaredFields[name]);
