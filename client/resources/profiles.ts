import type { CallOptions, ChangeOptions } from '../transport/transport.ts';
import type { Profile, ProfileChanges, ProfileDraft } from '../types.gen.ts';

/** The profiles of animals. */
export interface Profiles {
  /**
   * Reads the profile of an animal; an animal without one has an empty one.
   * @throws PetstoreError `pet_not_found`
   * @example const { breed, birthDate } = await client.profiles.get(17n);
   */
  get(petId: bigint, options?: CallOptions): Promise<Profile>;
  /**
   * Replaces the whole profile: fields that are missing are removed.
   * @throws PetstoreError `pet_not_found`; `reference_in_use` when another animal has the reference
   * @example await client.profiles.put(17n, { species: 'Cat', tags: ['lap cat'] });
   */
  put(petId: bigint, profile: ProfileDraft, options?: ChangeOptions): Promise<Profile>;
  /**
   * Changes the named fields, removes those that are `null`, and returns the whole profile.
   * @throws PetstoreError `pet_not_found`; `reference_in_use` when another animal has the reference
   * @example await client.profiles.update(17n, { neutered: true, location: null });
   */
  update(petId: bigint, changes: ProfileChanges, options?: ChangeOptions): Promise<Profile>;
}
