import { type Client, type Pet, type PetChanges, PetstoreError } from '../../client/index.ts';

/** What somebody wants of an animal that they see. */
export interface RequestedChange {
  readonly seen: Pet;
  readonly changes: PetChanges;
}

/** An animal with the tag (RFC 9110, section 8.8.3) that stands for it as it is. */
export interface TaggedPet {
  readonly pet: Pet;
  readonly tag: string;
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
  known: TaggedPet | undefined,
): Promise<TaggedPet> {
  const { seen, changes } = request;
  const before = known !== undefined && isSame(known.pet, seen) ? known : await readTagged(client, seen.id);
  if (!isSame(before.pet, seen)) return requireFulfilled(before, request);
  try {
    return await tagged((onAnswer) => client.pets.update(seen.id, changes, { ifMatch: before.tag, onAnswer }));
  } catch (error) {
    if (!(error instanceof PetstoreError) || error.code !== 'precondition_failed') throw error;
    return requireFulfilled(await readTagged(client, seen.id), request);
  }
}

/** The tag of a list of one animal stands for the animal. @throws PetstoreError `pet_not_found` */
async function readTagged(client: Client, id: bigint): Promise<TaggedPet> {
  return tagged(async (onAnswer) => {
    const { items } = await client.pets.list({ ids: [id], onAnswer }).page();
    // A change of nothing is refused as one of an animal that is gone should be.
    return items[0] ?? (await client.pets.update(id, {}, { onAnswer }));
  });
}

type OnAnswer = (answer: { headers: Headers }) => void;

async function tagged(call: (onAnswer: OnAnswer) => Promise<Pet>): Promise<TaggedPet> {
  let tag = '';
  const pet = await call(({ headers }) => {
    tag = headers.get('ETag') ?? '';
  });
  return { pet, tag };
}

/** An attempt that was left without an answer may have done it; or somebody else had the same request. */
function requireFulfilled(now: TaggedPet, request: RequestedChange): TaggedPet {
  if (isSame({ ...now.pet, ...request.changes }, now.pet)) return now;
  throw new ChangedMeanwhileError(now.pet, request);
}

function isSame(one: Pet, other: Pet): boolean {
  return (
    one.id === other.id && one.name === other.name && one.categoryId === other.categoryId && one.status === other.status
  );
}
