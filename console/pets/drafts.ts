export const newPetDraft = 'new-animal';
