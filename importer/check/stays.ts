import type { IntakeType, OutcomeType } from '../../client/types.gen.ts';
import type { MappedAnimal } from '../map/mapping.ts';

/** A stay that was over before the one that the profile tells. */
export interface EarlierStay {
  readonly arrivedOn?: string;
  readonly intakeType?: IntakeType;
  readonly outcomeType?: OutcomeType;
  readonly outcomeOn: string;
}

/** What several rows with one reference tell of an animal. */
export interface History {
  /** In the order in which they began. */
  readonly earlierStays: readonly EarlierStay[];
  /** How the newest stay began, where an earlier row tells it. */
  readonly begin: { readonly arrivedOn?: string; readonly intakeType?: IntakeType } | undefined;
}

/** What a row tells of a stay. */
export interface RowStay {
  readonly line: number;
  /** The day on which it began or, in a file that does not tell these, ended. */
  readonly since: string;
  readonly hasLeft: boolean;
  readonly arrivedOn?: string | undefined;
  readonly intakeType?: IntakeType | undefined;
  readonly outcomeType?: OutcomeType | undefined;
  readonly outcomeOn?: string | undefined;
}

export function stayOf({ newPet, profile = {} }: MappedAnimal, line: number): RowStay {
  const { arrivedOn, intakeType, outcomeType, outcomeOn } = profile;
  const since = arrivedOn ?? outcomeOn ?? '';
  return { line, since, hasLeft: newPet.status === 'sold', arrivedOn, intakeType, outcomeType, outcomeOn };
}

/** Adds a row to those of its animal, which are in their order. Of several that began on one day the last one counts. */
export function addStay<Stay extends RowStay>(stays: Stay[], stay: Stay): void {
  const at = stays.findLastIndex(({ since }) => since <= stay.since);
  const isSameDay = stays[at]?.since === stay.since;
  stays.splice(isSameDay ? at : at + 1, isSameDay ? 1 : 0, stay);
}

/**
 * The stays that are over. A row of an animal that has not left, but was in foster care, is the begin of the stay that the
 * next row continues. A stay that ended on an unknown day is in no month, and left out.
 */
export function historyOf(stays: readonly RowStay[]): History {
  const earlierStays: EarlierStay[] = [];
  let begin: History['begin'];
  for (const { hasLeft, arrivedOn, intakeType, outcomeType, outcomeOn } of stays.slice(0, -1)) {
    begin ??= { ...(arrivedOn !== undefined && { arrivedOn }), ...(intakeType && { intakeType }) };
    if (!hasLeft) continue;
    if (outcomeOn !== undefined) earlierStays.push({ ...begin, ...(outcomeType && { outcomeType }), outcomeOn });
    begin = undefined;
  }
  return { earlierStays, begin };
}

/** The animal of the newest row, whose stay began when the earlier rows say. */
export function withHistory(animal: MappedAnimal, history: History | undefined): MappedAnimal {
  if (history?.begin === undefined) return animal;
  const { intakeType: _, ...profile } = animal.profile ?? {};
  return { ...animal, profile: { ...profile, ...history.begin } };
}
