export const petSexes = ['female', 'male', 'unknown'] as const;
export type PetSex = (typeof petSexes)[number];

export const petSizes = ['small', 'medium', 'large', 'extra_large'] as const;
export type PetSize = (typeof petSizes)[number];

export const datePrecisions = ['day', 'month', 'year'] as const;
export type DatePrecision = (typeof datePrecisions)[number];

/** Whom an animal gets along with; missing where that is unknown. */
export interface GoodWith {
  children?: boolean;
  dogs?: boolean;
  cats?: boolean;
}

export interface Fee {
  /** In the smallest unit of the currency. */
  amountMinor: bigint;
  /** ISO 4217. */
  currency: string;
}

/** What is known about an animal. Dates are days since 1970-01-01. */
export interface Profile {
  description?: string;
  species?: string;
  breed?: string;
  color?: string;
  coat?: string;
  sex?: PetSex;
  size?: PetSize;
  birthDate?: bigint;
  /** There exactly if `birthDate` is. */
  birthDatePrecision?: DatePrecision;
  neutered?: boolean;
  vaccinated?: boolean;
  houseTrained?: boolean;
  specialNeeds?: boolean;
  /** Never empty, as `tags` and `attributes`. */
  goodWith?: GoodWith;
  /** Each once, in the order of their code points. */
  tags?: string[];
  location?: string;
  arrivedOn?: bigint;
  fee?: Fee;
  reference?: string;
  /** By ascending name. */
  attributes?: Record<string, string>;
}

/** A merge patch (RFC 7396): `null` removes a member. */
type Changes<Value> = { [Name in keyof Value]?: Value[Name] | null };

/** Changes of a profile, as sent by a client. */
export type ProfileChanges = Changes<Omit<Profile, 'goodWith' | 'fee' | 'attributes'>> & {
  goodWith?: Changes<GoodWith> | null;
  fee?: Changes<Fee> | null;
  attributes?: Record<string, string | null> | null;
};
