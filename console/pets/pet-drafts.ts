import { parseJson, stringifyJson } from '../../client/json.ts';
import { isPet, type Pet } from '../../client/pets.ts';
import { readDraft } from '../lib/drafts.tsx';

/** Under which name the form for a new animal keeps what is typed. */
export const newPetDraft = 'new-animal';

/** Under which name the form for an animal keeps what is typed. */
export function petDraft(id: bigint): string {
  return `animal-${id}`;
}

/** An animal as somebody saw it who has begun to change it, as a form keeps it. */
export function writeSeen(pet: Pet): string {
  return stringifyJson(pet);
}

/** The animal as it was when somebody began to change it, if they have neither saved nor given that up. */
export function readSeen(id: bigint): Pet | undefined {
  const text = readDraft(petDraft(id))?.['seen'];
  const pet = text === undefined ? undefined : parseJson(text);
  return isPet(pet) ? pet : undefined;
}
