import type { Profile } from '../shapes/profile-model.ts';

export const ageGroups = ['juvenile', 'adult', 'unknown'] as const;
export type AgeGroup = (typeof ageGroups)[number];

export type IntakeType = NonNullable<Profile['intakeType']>;
export type OutcomeType = NonNullable<Profile['outcomeType']>;

/** By what the stays of animals are counted. */
export const stayGroupings = ['species', 'ageGroup', 'intakeType', 'outcomeType'] as const;
export type StayGrouping = (typeof stayGroupings)[number];

/** How many animals came or left in a month, how many of those that came left on an unknown day, or how many days those that left had stayed. */
export interface StayCount {
  kind: 'intake' | 'outcome' | 'unknown' | 'length';
  /** Its first day, in days since 1970-01-01. */
  month: bigint;
  /** Empty where it is not known, as `type`. */
  species: string;
  /** Empty in an `unknown` or a `length`, as `type`. */
  ageGroup: AgeGroup | '';
  /** Of the intake or the outcome. */
  type: IntakeType | OutcomeType | '';
  /** Of a `length`; 0 in others. */
  days: bigint;
  animals: bigint;
}

/** What the profile of an animal said about its stay before it came back. */
export type PastStay = Pick<Profile, 'arrivedOn' | 'intakeType' | 'outcomeOn' | 'outcomeType'>;

export type StoredStay = PastStay & { id: bigint; outcomeOn: bigint };

/** A past stay as it is stored. */
export type PastRow = readonly [
  ...[id: bigint, petId: bigint, species: string, birthDate: bigint | null, birthDatePrecision: string | null],
  ...[arrivedOn: bigint | null, intakeType: IntakeType | '', outcomeOn: bigint, outcomeType: OutcomeType | ''],
  endedAt: bigint,
];
