/** The name of the draft of a new animal. */
export const newPetDraft = 'new-animal';
