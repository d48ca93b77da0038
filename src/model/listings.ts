import type { PetStatus } from './pets.ts';
import type { Profile } from './profiles.ts';

/** An animal with all that a web site shows of it. Times are in epoch milliseconds, and missing where they are unknown. */
export interface Listing {
  id: bigint;
  name: string;
  category: { id: bigint; name?: string };
  status: PetStatus;
  profile: Profile;
  createdAt?: bigint;
  updatedAt?: bigint;
  statusSince?: bigint;
}
