import type { Client, Profile } from '../../client/index.ts';
import { tagged, untilCurrent } from '../../client/transport/tagged.ts';
import { writeProfileCell } from '../export/write-cell.ts';
import { profileFields } from '../profile-fields.ts';

interface KnownAnimal {
  reference: string;
  name: string;
  /** What is missing stays as it is, and how it left unless it is sold. */
  profile: Profile;
}

interface UpdateJob {
  client: Client;
  signal: AbortSignal;
  /** Sends a request, and repeats it as the import does. */
  send<Result>(call: () => Promise<Result>): Promise<Result>;
}

/**
 * Gives the animal with this reference its name and profile, and tells whether it had others; `undefined` if there is none.
 * @throws PetstoreError and NoAnswerError as the client does
 */
export async function updateKnown({ reference, name, profile }: KnownAnimal, { client, signal, send }: UpdateJob) {
  const { pets, profiles } = client;
  const renamed = await untilCurrent(async () => {
    // The tag of a list of one animal stands for the animal.
    const { value, tag } = await tagged((onAnswer) => send(() => pets.list({ reference, signal, onAnswer }).page()));
    const [pet] = value.items;
    if (pet === undefined) return undefined;
    const isChanged = pet.name !== name;
    if (isChanged) await send(() => pets.update(pet.id, { name }, { ifMatch: tag, signal }));
    return { petId: pet.id, isChanged, given: pet.status === 'sold' ? profile : withoutOutcome(profile) };
  });
  if (renamed === undefined) return undefined;
  const { petId, given } = renamed;
  const isProfileChanged = await untilCurrent(async () => {
    const { value: now, tag } = await tagged((onAnswer) => send(() => profiles.get(petId, { signal, onAnswer })));
    const texts = (of: Profile) => profileFields.map((field) => writeProfileCell(field, of)).join('\0');
    const isChanged = texts(merge(now, given)) !== texts(now);
    if (isChanged) await send(() => profiles.update(petId, given, { ifMatch: tag, signal }));
    return isChanged;
  });
  return { petId, isChanged: renamed.isChanged || isProfileChanged };
}

/** What is known of an animal that has not left, or not yet as far as the service knows. */
function withoutOutcome({ outcomeType: _, outcomeOn: __, ...profile }: Profile): Profile {
  return profile;
}

/** What the second says goes before; members of `goodWith` and attributes are kept where it says nothing of them. */
function merge(one: Profile, other: Profile): Profile {
  const goodWith = { ...one.goodWith, ...other.goodWith };
  const attributes = { ...one.attributes, ...other.attributes };
  return {
    ...one,
    ...other,
    ...(Object.keys(goodWith).length > 0 && { goodWith }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}
