import type { Client, PetListing } from '../../client/index.ts';
import { foldReference } from '../../contract/references.ts';

/** An animal of the service that a file tells of, as it is before the import. */
export type KnownAnimal = Omit<PetListing, 'photos' | 'category'> & { readonly hasPhotos: boolean };

/** The animals with one of these references, by `foldReference`. All animals of the service are read: the file may have as many. */
export async function readKnown(
  client: Client,
  references: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KnownAnimal>> {
  const known = new Map<string, KnownAnimal>();
  if (references.size === 0) return known;
  for await (const { photos, category: _, ...animal } of client.listings.list({ signal })) {
    const { reference } = animal.profile;
    if (reference === undefined) continue;
    const key = foldReference(reference);
    if (references.has(key)) known.set(key, { ...animal, hasPhotos: photos.length > 0 });
  }
  return known;
}
