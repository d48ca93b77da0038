import type { Actor, Stamp } from '../../record/events/model.ts';

/** What staff have written on an animal, for each other. */
export interface Note {
  id: bigint;
  petId: bigint;
  text: string;
  /** Epoch milliseconds. */
  createdAt: bigint;
  createdBy: Actor;
}

/** A note as it is stored. */
export type StoredNote = Omit<Note, 'createdBy'> & { createdBy: Stamp['actor'] };

/** The most notes of an animal. */
export const maxNotes = 500;
