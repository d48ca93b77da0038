import type { components } from '../schema.gen.ts';
import { pathTo } from '../transport/int64.ts';
import {
  everyOf,
  type Guard,
  isArrayOf,
  isBoolean,
  isInteger,
  isMapOf,
  isOneOf,
  isShape,
  isString,
  optional,
} from '../transport/shape.ts';
import type { CallOptions, ChangeOptions, Transport } from '../transport/transport.ts';

/** What is known about an animal. Dates are texts such as `2026-11-21`. */
export type Profile = components['schemas']['Profile'];
/** A profile to store. */
export type ProfileDraft = components['schemas']['ProfileDraft'];
/** The fields of a profile to change; `null` removes one. */
export type ProfileChanges = components['schemas']['ProfileChanges'];
/** The sex of an animal. */
export type PetSex = components['schemas']['PetSex'];
/** The size of an animal. */
export type PetSize = components['schemas']['PetSize'];
/** How much of a date is known. */
export type DatePrecision = components['schemas']['DatePrecision'];

/** Every sex. */
export const petSexes = everyOf<PetSex>()(['female', 'male', 'unknown']);
/** Every size, the smallest first. */
export const petSizes = everyOf<PetSize>()(['small', 'medium', 'large', 'extra_large']);
/** Every precision of a date, the finest first. */
export const datePrecisions = everyOf<DatePrecision>()(['day', 'month', 'year']);

export const isProfile: Guard<Profile> = isShape<Profile>({
  description: optional(isString),
  species: optional(isString),
  breed: optional(isString),
  color: optional(isString),
  coat: optional(isString),
  sex: optional(isOneOf(petSexes)),
  size: optional(isOneOf(petSizes)),
  birthDate: optional(isString),
  birthDatePrecision: optional(isOneOf(datePrecisions)),
  neutered: optional(isBoolean),
  vaccinated: optional(isBoolean),
  houseTrained: optional(isBoolean),
  specialNeeds: optional(isBoolean),
  goodWith: optional(
    isShape<NonNullable<Profile['goodWith']>>({
      children: optional(isBoolean),
      dogs: optional(isBoolean),
      cats: optional(isBoolean),
    }),
  ),
  tags: optional(isArrayOf(isString)),
  location: optional(isString),
  arrivedOn: optional(isString),
  fee: optional(isShape<NonNullable<Profile['fee']>>({ amountMinor: isInteger, currency: isString })),
  reference: optional(isString),
  attributes: optional(isMapOf(isString)),
});

/** The profiles of animals. Every method throws `PetstoreError` for an error response and `NoAnswerError` when there is no response. */
export class Profiles {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Reads the profile of an animal; an animal without one has an empty one.
   * @throws PetstoreError `pet_not_found`
   * @example const { breed, birthDate } = await client.profiles.get(17n);
   */
  async get(petId: bigint, options: CallOptions = {}): Promise<Profile> {
    return await this.#transport.call('GET', pathOf(petId), isProfile, options);
  }

  /**
   * Replaces the whole profile: fields that are missing are removed.
   * @throws PetstoreError `pet_not_found`; `reference_in_use` when another animal has the reference
   * @example await client.profiles.put(17n, { species: 'Cat', tags: ['lap cat'] });
   */
  async put(petId: bigint, profile: ProfileDraft, options: ChangeOptions = {}): Promise<Profile> {
    return await this.#transport.call('PUT', pathOf(petId), isProfile, options, { body: profile });
  }

  /**
   * Changes the named fields, removes those that are `null`, and returns the whole profile.
   * @throws PetstoreError `pet_not_found`; `reference_in_use` when another animal has the reference
   * @example await client.profiles.update(17n, { neutered: true, location: null });
   */
  async update(petId: bigint, changes: ProfileChanges, options: ChangeOptions = {}): Promise<Profile> {
    return await this.#transport.call('PATCH', pathOf(petId), isProfile, options, { body: changes });
  }
}

function pathOf(petId: bigint): string {
  return pathTo`/pets/${petId}/profile`;
}
