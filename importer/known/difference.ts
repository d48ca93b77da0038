import type { PetStatus, Profile, ProfileChanges } from '../../client/index.ts';
import type { EarlierStay, History } from '../check/stays.ts';
import { writeProfileCell } from '../export/write-cell.ts';
import { withoutEnd } from '../map/dates.ts';
import type { MappedAnimal } from '../map/mapping.ts';
import { type ProfileField, profileFields } from '../profile-fields.ts';
import type { KnownAnimal } from './known-animals.ts';

/** What of an animal a row can change. */
export type Field = 'name' | 'status' | ProfileField;

/** What an import makes of an animal that is known. */
export interface Difference {
  /** What changes. */
  readonly fields: readonly Field[];
  readonly pet: { readonly name?: string; readonly status?: PetStatus };
  readonly profile: ProfileChanges;
  /** Stays that are over, and of which the service may not know. */
  readonly earlierStays: readonly EarlierStay[];
}

/** Whether an animal is here, and how it came and left: it would be wrong to change a part of it. */
export const stayFields: readonly Field[] = ['status', 'outcomeType', 'outcomeOn', 'arrivedOn', 'intakeType'];

/**
 * What the newest row of an animal says that the service does not: empty cells and defaults change nothing.
 * @param kept what stays as it is
 */
export function differenceOf(
  animal: MappedAnimal,
  known: KnownAnimal,
  { history, kept = new Set() }: { history?: History | undefined; kept?: ReadonlySet<Field> | undefined } = {},
): Difference {
  const { name } = animal.newPet;
  const { status, profile, isAnotherStay } = wantedOf(animal, known, history);
  const merged = merge(known.profile, profile);
  const changed: readonly Field[] = [
    ...(name !== known.name ? (['name'] as const) : []),
    ...(status !== known.status ? (['status'] as const) : []),
    ...profileFields.filter((field) => writeProfileCell(field, merged) !== writeProfileCell(field, known.profile)),
  ];
  const keepsStay = stayFields.some((field) => kept.has(field) && changed.includes(field));
  const keptNames = new Set([...kept].map(baseOf));
  const isKept = (field: Field) => keptNames.has(baseOf(field)) || (keepsStay && stayFields.includes(field));
  const fields = changed.filter((field) => !isKept(field));
  const turns = (status === 'sold') !== (known.status === 'sold') && !keepsStay;
  return {
    fields,
    pet: { ...(fields.includes('name') && { name }), ...(fields.includes('status') && { status }) },
    // The service makes a beginning and an end of a stay of its own, which these replace.
    profile: pick(profile, turns ? [...fields, ...turningFields(status, profile)] : fields),
    earlierStays: keepsStay ? [] : earlierStaysOf(known, toldStays(animal, known, history), { isAnotherStay, turns }),
  };
}

function turningFields(status: PetStatus, { intakeType, arrivedOn }: ProfileChanges): Field[] {
  if (status === 'sold') return ['outcomeType', 'outcomeOn'];
  return [...(arrivedOn ? (['arrivedOn'] as const) : []), ...(intakeType ? (['intakeType'] as const) : [])];
}

interface Wanted {
  status: PetStatus;
  profile: ProfileChanges;
  /** Whether it has come again after it had left. */
  isAnotherStay: boolean;
}

function wantedOf(
  { newPet, profile: told = {}, undecided, hasDefaultStatus }: MappedAnimal,
  known: KnownAnimal,
  history: History | undefined,
): Wanted {
  const { arrivedOn: before, outcomeOn, holdUntil } = known.profile;
  const { arrivedOn } = told;
  const isLater = arrivedOn !== undefined && arrivedOn > (before ?? '') && arrivedOn >= (outcomeOn ?? '');
  if (isOfEarlierStay(told, known)) {
    const { arrivedOn: _, intakeType: __, outcomeType: ___, outcomeOn: ____, ...facts } = told;
    return { status: known.status, profile: facts, isAnotherStay: false };
  }
  const isAnotherStay = known.status === 'sold' && isLater && (before ?? outcomeOn) !== undefined;
  const hasNoOutcome = undecided?.column !== undefined && undecided.text === '';
  // A row after that of foster care, or whose cell for it is empty, is of one that came back from there.
  const isNowhereElse = told.whereabouts === undefined && (history?.begin !== undefined || hasNoOutcome);
  const place = isNowhereElse ? { whereabouts: null } : {};
  // Somebody may have said since what the file does not tell.
  const isTold =
    (undecided === undefined && !hasDefaultStatus) || isAnotherStay || (known.status === 'sold' && hasNoOutcome);
  if (!isTold) {
    const { holdUntil: _, holdReason: __, outcomeType: ___, outcomeOn: ____, ...facts } = told;
    return { status: known.status, profile: { ...facts, ...place }, isAnotherStay };
  }
  const { status = 'available' } = newPet;
  const isReleased = holdUntil === withoutEnd && told.holdUntil === undefined && status !== 'sold';
  const profile = {
    ...told,
    ...place,
    ...(isReleased && { holdUntil: null, holdReason: null }),
    ...(status === 'sold' && known.status !== 'sold' && leaving(told)),
    ...(isAnotherStay && status === 'sold' && leaving(told)),
  };
  return { status, profile, isAnotherStay };
}

/** Whether a row tells of a stay that was over when the one that is known here began. */
function isOfEarlierStay(
  { arrivedOn, outcomeOn }: Profile,
  { profile: { arrivedOn: begin = '', outcomeOn: end } }: KnownAnimal,
): boolean {
  if (arrivedOn === undefined || outcomeOn === undefined) return false;
  // One that ended on the same day began earlier than was known.
  return arrivedOn < begin && outcomeOn <= begin && outcomeOn !== end;
}

/** How it has left, as far as it is known. One that has left is not in foster care. */
function leaving({ outcomeType, outcomeOn, whereabouts }: Profile) {
  return { outcomeType: outcomeType ?? null, outcomeOn: outcomeOn ?? null, whereabouts: whereabouts ?? null };
}

function toldStays(
  { profile = {} }: MappedAnimal,
  known: KnownAnimal,
  history: History | undefined,
): readonly EarlierStay[] {
  const { earlierStays = [] } = history ?? {};
  const { outcomeOn } = profile;
  return outcomeOn !== undefined && isOfEarlierStay(profile, known)
    ? [...earlierStays, toEarlierStay({ ...profile, outcomeOn })]
    : earlierStays;
}

function toEarlierStay({
  arrivedOn,
  intakeType,
  outcomeType,
  outcomeOn,
}: Profile & { outcomeOn: string }): EarlierStay {
  return {
    ...(arrivedOn !== undefined && { arrivedOn }),
    ...(intakeType && { intakeType }),
    ...(outcomeType && { outcomeType }),
    outcomeOn,
  };
}

function earlierStaysOf(
  { profile }: KnownAnimal,
  stays: readonly EarlierStay[],
  { isAnotherStay, turns }: { isAnotherStay: boolean; turns: boolean },
): readonly EarlierStay[] {
  const { arrivedOn, outcomeOn } = profile;
  const isHere = stays.some((stay) => stay.arrivedOn === arrivedOn);
  // The service keeps the stay of an animal that comes back.
  if (isAnotherStay && turns) return stays.filter((stay) => stay.arrivedOn !== arrivedOn);
  if (!isAnotherStay || isHere || outcomeOn === undefined) return stays;
  return [...stays, toEarlierStay({ ...profile, outcomeOn })];
}

/** What the second says goes before; members of `goodWith` and attributes are kept where it says nothing of them. */
function merge(one: Profile, { fee, ...other }: ProfileChanges): Profile {
  const known = Object.entries({ ...one, ...other, ...(fee && { fee }) }).filter(([, value]) => value !== null);
  const goodWith = { ...one.goodWith, ...other.goodWith };
  const attributes = { ...one.attributes, ...other.attributes };
  return {
    ...Object.fromEntries(known),
    ...(Object.keys(goodWith).length > 0 && { goodWith }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  } as Profile;
}

/** The member of a profile: `goodWith` of `goodWith.dogs`. */
function baseOf(field: string): string {
  return field.replace(/\..*$/, '');
}

function pick(profile: ProfileChanges, fields: readonly Field[]): ProfileChanges {
  const names = new Set<string>(fields.map(baseOf));
  if (names.has('birthDate')) names.add('birthDatePrecision');
  return Object.fromEntries(Object.entries(profile).filter(([name]) => names.has(name)));
}
