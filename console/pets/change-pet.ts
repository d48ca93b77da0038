import type { Client, Pet, PetChanges } from '../../client/index.ts';
import { isOutdated, type Tagged, tagged } from '../lib/tagged.ts';

/** What somebody wants of an animal that they see. */
export interface RequestedChange {
  readonly seen: Pet;
  readonly changes: PetChanges;
}

/** Somebody else has changed the animal since it was seen. Nothing was changed by the request. */
export class ChangedMeanwhileError extends Error {
  override readonly name = 'ChangedMeanwhileError';
  readonly theirs: Pet;
  readonly request: RequestedChange;

  constructor(theirs: Pet, request: RequestedChange) {
    super('Somebody else has changed this animal meanwhile.');
    this.theirs = theirs;
    this.request = request;
  }
}

/**
 * Changes an animal if it is still as it was seen. `known` is the animal as an earlier answer had it, if there was one.
 * @throws ChangedMeanwhileError when it is not, and is not as requested either
 * @throws PetstoreError and NoAnswerError as the client does
 */
export async function changePet(
  client: Client,
  request: RequestedChange,
  known: Tagged<Pet> | undefined,
): Promise<Tagged<Pet>> {
  const { seen, changes } = request;
  const before = known !== undefined && isSame(known.value, seen) ? known : await readTagged(client, seen.id);
  if (!isSame(before.value, seen)) return requireFulfilled(before, request);
  try {
    return await tagged((onAnswer) => client.pets.update(seen.id, changes, { ifMatch: before.tag, onAnswer }));
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return requireFulfilled(await readTagged(client, seen.id), request);
  }
}

/** The tag of a list of one animal stands for the animal. @throws PetstoreError `pet_not_found` */
async function readTagged(client: Client, id: bigint): Promise<Tagged<Pet>> {
  return tagged(async (onAnswer) => {
    const { items } = await client.pets.list({ ids: [id], onAnswer }).page();
    // A change of nothing is refused as one of an animal that is gone should be.
    return items[0] ?? (await client.pets.update(id, {}, { onAnswer }));
  });
}

/** An attempt that was left without an answer may have done it; or somebody else had the same request. */
function requireFulfilled(now: Tagged<Pet>, request: RequestedChange): Tagged<Pet> {
  if (isSame({ ...now.value, ...request.changes }, now.value)) return now;
  throw new ChangedMeanwhileError(now.value, request);
}

function isSame(one: Pet, other: Pet): boolean {
  return (
    one.id === other.id && one.name === other.name && one.categoryId === other.categoryId && one.status === other.status
  );
}
