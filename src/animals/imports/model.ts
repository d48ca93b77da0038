import type { NewPet, PetStatus } from '../../../contract/pet.ts';
import type { FieldError } from '../../errors/faults.ts';
import type { Actor } from '../../record/events/model.ts';
import type { Profile, ProfileChanges } from '../../record/shapes/profile-model.ts';
import type { PastRow, PastStay, StoredStay } from '../../record/statistics/model.ts';

export const importStates = ['running', 'finished', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

export const rowResults = ['added', 'updated', 'unchanged', 'refused'] as const;
export type RowResult = (typeof rowResults)[number];

/** Why an undo has left an animal as it is. */
export const keptReasons = ['changed', 'removed', 'has_order', 'has_inquiry', 'has_photo', 'reference_in_use'] as const;
export type KeptReason = (typeof keptReasons)[number];

/** One import of a file. Times are in epoch milliseconds. */
export interface Import {
  id: bigint;
  fileName: string;
  /** How many rows the file has. */
  rows: bigint;
  state: ImportState;
  added: bigint;
  updated: bigint;
  unchanged: bigint;
  refused: bigint;
  takenBack: bigint;
  kept: bigint;
  createdAt: bigint;
  createdBy: Actor;
  finishedAt?: bigint;
  undoneAt?: bigint;
  undoneBy?: Actor;
}

export const importActors = ['createdBy', 'undoneBy'] as const;

/** A row of a file. One with faults has nothing else. */
export interface ImportRow {
  row: bigint;
  /** Stands for what the row says, in all imports. */
  key?: string;
  faults?: readonly FieldError[];
  add?: Omit<NewPet, 'status'> & { status?: PetStatus; profile?: Profile };
  /** What it says of an animal that is known, and when that was last changed, as far as the client knows. */
  update?: Partial<NewPet> & { petId: bigint; expectedUpdatedAt?: bigint; profile?: ProfileChanges };
  note?: string;
  /** The name that the category gets if it has none. */
  categoryName?: string;
  /** The stays of the animal that were over before the one that its profile tells. */
  earlierStays?: readonly (PastStay & { outcomeOn: bigint })[];
}

/** Why a row was refused. */
export interface RowProblem {
  code: string;
  message: string;
  errors?: (Pick<FieldError, 'pointer' | 'detail' | 'reason'> & { values: string[] })[];
}

/** What has become of a row, and why it was refused. The animal of a refused row is the one that has its reference. */
export interface RowOutcome extends Pick<ImportRow, 'row'> {
  key?: string | undefined;
  result: RowResult;
  petId?: bigint;
  problem?: RowProblem;
}

/** What is said of the problem of a row: so many fields, and so many characters of each text. */
export const maxProblems = 20;
export const maxProblemLength = 2_000;

/** An animal as it was before an import changed it. */
export interface Before {
  /** When that was, and when it was last changed before. */
  at: bigint;
  updatedAt: bigint;
  name: string;
  categoryId: bigint;
  status: PetStatus;
  statusSince: bigint;
  profile: Profile;
  /** The last of its past stays, or 0. */
  lastStay: bigint;
  /** Those of them that the import has corrected, as they were: of several versions of one, the last is the first. */
  correctedStays?: readonly StoredStay[];
  /** That of them which the import has taken back. */
  resumedStay?: PastRow;
  /** The last of its photos, or 0. */
  lastPhoto: bigint;
}
