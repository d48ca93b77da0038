/** The names of the drafts of forms about animals. */
export const newPetDraft = 'new-animal';

export function petDraft(id: bigint): string {
  return `animal-${id}`;
}
