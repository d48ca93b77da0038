import type { Actor, Inquiry, Order, Pet, PetStatus, PetstoreEvent } from '../../client/index.ts';
import { profileFields } from '../../importer/profile-fields.ts';
import type { Animal } from '../lib/animals.ts';
import { changedText, fieldLabel } from '../profiles/profile-fields.ts';
import { texts } from '../texts/page-texts.ts';
import type { Piece } from '../texts/say.ts';

const words = texts.overview;

export interface ActivityEntry {
  readonly id: bigint;
  readonly at: string;
  readonly sentence: readonly Piece[];
  /** The animal that it is about, if that is still there. */
  readonly petId: bigint | undefined;
  readonly actor: Actor | undefined;
  readonly isLeaving: boolean;
  /** Whether it says that somebody has asked about the animal. */
  readonly isQuestion?: boolean;
  /** The import that it is about. */
  readonly importId?: bigint | undefined;
  /** How many other animals it stands for, as far as the events tell. */
  readonly others?: { readonly count: number; readonly isAll: boolean };
}

/** So many animals that one after another are added or changed, within a minute each and by the same hand, are one entry. */
const fewestOfMany = 5;
const pauseMs = 60_000;

/**
 * The newest events as sentences, the newest first. What an animal was before is taken from the events before, and for whom it
 * was reserved from the orders that are known, and which animal an inquiry is about from the inquiries.
 */
export function describeNewest(
  events: readonly PetstoreEvent[],
  count: number,
  orders: readonly Order[] = [],
  inquiries: readonly Inquiry[] = [],
): ActivityEntry[] {
  const known = new Map<bigint, Pet>();
  const gone = new Set<bigint>();
  const activities: ActivityEntry[] = [];
  let run: RunEntry[] = [];
  const endRun = () => {
    activities.push(...sumUp(run, isWhole(run, events)));
    run = [];
  };
  const imports = Map.groupBy(events, ({ importId }) => importId);
  for (const event of events) {
    const { id, type, at, pet, orderId, actor, importId } = event;
    const imported = importId === undefined ? [] : (imports.get(importId) ?? []);
    const isQuestion = type === 'inquiry.created';
    const asked = isQuestion ? inquiries.find((one) => one.id === event.inquiryId) : undefined;
    const petId = event.petId ?? asked?.petId;
    const order = orders.find((one) => one.id === orderId);
    const earlier = petId === undefined ? undefined : known.get(petId);
    const activity = {
      id,
      at,
      petId,
      actor,
      sentence: describeEvent({ ...event, order }, earlier),
      isLeaving: isLeaving(event, earlier),
      isQuestion,
    };
    if (petId !== undefined && pet === undefined && !isQuestion) gone.add(petId);
    if (petId !== undefined && pet !== undefined) known.set(petId, pet);
    if (importId !== undefined) {
      if (event === imported.at(-1)) activities.push({ ...activity, importId, ...tellImport(imported, events) });
      continue;
    }
    const last = run.at(-1);
    if (last !== undefined && !isByOneHand(last, activity)) endRun();
    if (inRun.includes(type)) run.push({ ...activity, isNew: type === 'pet.created', isHold: isHold(event) });
    else {
      endRun();
      // Nothing tells one inquiry from the next: the newest stands for all of them.
      if (petId === undefined && String(activities.at(-1)?.sentence) === String(activity.sentence)) activities.pop();
      activities.push(activity);
    }
  }
  endRun();
  return foldSame(activities, events)
    .slice(-count)
    .reverse()
    .map((activity) =>
      activity.petId !== undefined && gone.has(activity.petId) ? { ...activity, petId: undefined } : activity,
    );
}

/** What an import did, or its undo, as one entry. */
function tellImport(imported: readonly PetstoreEvent[], events: readonly PetstoreEvent[]) {
  const animals = (isOne: (event: PetstoreEvent) => boolean) =>
    new Set(imported.flatMap((event) => (isOne(event) && event.petId !== undefined ? [event.petId] : [])));
  const [added, removed] = [
    animals(({ type }) => type === 'pet.created'),
    animals(({ type }) => type === 'pet.deleted'),
  ];
  const changed = animals(({ petId = 0n }) => !added.has(petId) && !removed.has(petId));
  const counts = { added: added.size, changed: changed.size, removed: removed.size };
  const isAll = imported[0] !== events[0] || events[0]?.id === 1n;
  return { petId: undefined, isLeaving: false, sentence: [words.imported(counts, isAll)] };
}

/** Of what began before these events, only a part is known. Nothing was before the first of all, which has the number 1. */
function isWhole([first]: readonly ActivityEntry[], [oldest]: readonly PetstoreEvent[]): boolean {
  return first?.id !== oldest?.id || first?.id === 1n;
}

function isByOneHand(last: ActivityEntry, next: ActivityEntry): boolean {
  const isSameActor = last.actor?.type === next.actor?.type && last.actor?.id === next.actor?.id;
  return isSameActor && Date.parse(next.at) - Date.parse(last.at) <= pauseMs;
}

/** Where the same was done with many animals one after another, the newest stands for all. */
function foldSame(entries: readonly ActivityEntry[], events: readonly PetstoreEvent[]): ActivityEntry[] {
  const types = new Map(events.map(({ id, type }) => [id, type]));
  // Those that left without an order may have left in different ways.
  const isOneOfMany = ({ id, petId, isLeaving }: ActivityEntry) =>
    petId !== undefined && !(isLeaving && types.get(id) === 'pet.updated');
  const wordsOf = ({ sentence }: ActivityEntry) => sentence.filter((piece) => typeof piece === 'string').join();
  const runs: ActivityEntry[][] = [];
  for (const entry of entries) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isSame = last !== undefined && isByOneHand(last, entry) && wordsOf(last) === wordsOf(entry);
    if (isSame && isOneOfMany(entry)) run?.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => {
    const [newest] = run.slice(-1);
    if (newest === undefined || run.length < fewestOfMany) return run;
    return [{ ...newest, others: { count: run.length - 1, isAll: isWhole(run, events) } }];
  });
}

/** An animal that was adopted so soon after it was reserved was adopted at once, by an order that nobody saw. */
const atOnceMs = 2_000;

/** Without the placing of such orders, and their reopening if they are cancelled as soon: the adoption was taken back. */
export function withoutUnseen(events: readonly PetstoreEvent[]): readonly PetstoreEvent[] {
  const next: Readonly<Record<string, string>> = {
    'order.placed': 'order.completed',
    'order.reopened': 'order.cancelled',
  };
  const times = new Map(events.map(({ type, orderId, at }) => [`${type} ${orderId}`, Date.parse(at)]));
  return events.filter(({ type, orderId, at }) => {
    const passedMs = (times.get(`${next[type]} ${orderId}`) ?? Infinity) - Date.parse(at);
    return passedMs < 0 || passedMs >= atOnceMs;
  });
}

/** What an import does, and a change of many animals at once. */
const inRun: readonly string[] = ['pet.created', 'pet.profile_changed', 'pet.photos_changed', 'category.created'];

interface RunEntry extends ActivityEntry {
  readonly isNew: boolean;
  /** Whether it changes until when visitors do not see the animal. */
  readonly isHold: boolean;
}

const isHold = ({ changes = [] }: PetstoreEvent) => changes.some(({ field }) => field === 'holdUntil');

/**
 * One entry for what was done with many animals, and for the categories that were named for those that were added; else without
 * the profiles and photos that animals got with their adding, but for days when visitors do not see them.
 */
function sumUp(run: readonly RunEntry[], isAll: boolean): readonly ActivityEntry[] {
  const added = run.filter(({ isNew }) => isNew);
  const last = run.findLast(({ petId }) => petId !== undefined);
  const one = (sentence: string) => (last === undefined ? [] : [{ ...last, petId: undefined, sentence: [sentence] }]);
  if (added.length >= fewestOfMany) return one(words.manyAdded(added.length, isAll));
  const animals = new Set(run.flatMap(({ petId }) => petId ?? [])).size;
  const changed = added.length === 0 && animals >= fewestOfMany ? one(words.manyChanged(animals, isAll)) : [];
  if (changed.length > 0)
    return run.flatMap((entry) => (entry === last ? changed : entry.petId === undefined ? [entry] : []));
  const isOfNew = ({ id, at, petId, isHold }: RunEntry) =>
    added.some((entry) => entry.petId === petId && entry.id < id && !(isHold && entry.at !== at));
  return run.filter((entry) => entry.isNew || !isOfNew(entry));
}

const became: Record<PetStatus, (name: Piece) => Piece[]> = {
  available: words.isAvailable,
  pending: words.isOnHold,
  sold: words.events['order.completed'],
};

type ToldEvent = Pick<PetstoreEvent, 'type' | 'petId' | 'pet' | 'category' | 'changes'> & {
  readonly order?: Order | undefined;
};

/** What an entry says, with the animal as it is now: if that is when it left, its profile says how. */
export function tell(
  { sentence, isLeaving, isQuestion = false, at }: ActivityEntry,
  animal: Animal | null | undefined,
): readonly Piece[] {
  if (isQuestion && animal) return words.askedAbout({ name: animal.name });
  if (!isLeaving || animal?.statusSince !== at) return sentence;
  const { outcomeType = 'adoption' } = animal.profile;
  return outcomeType === 'adoption'
    ? words.events['order.completed']({ name: animal.name })
    : words.left[outcomeType]({ name: animal.name });
}

function isLeaving({ type, pet }: ToldEvent, earlier: Pet | undefined): boolean {
  const becameSold = type === 'pet.updated' && earlier?.status !== 'sold' && pet?.status === 'sold';
  return becameSold || type === 'order.completed';
}

type Tell = (name: Piece, detail: string | undefined) => Piece[];
const told: Readonly<Record<string, Tell>> = words.events;
const untold: Readonly<Record<string, string>> = texts.webhooks.events;

/** An event as a sentence; `earlier` is what is known of its animal before. */
export function describeEvent(
  { type, petId, pet, category, order, changes }: ToldEvent,
  earlier: Pet | undefined,
): Piece[] {
  const name = { name: pet?.name ?? earlier?.name ?? texts.ui.animalNumber(String(petId)) };
  if (category !== undefined)
    return (type === 'category.deleted' ? words.categoryRemoved : words.categoryNamed)(category);
  if (type === 'pet.updated') return describeUpdate(name, pet, earlier);
  if (type === 'order.placed' && order?.contact !== undefined) return words.reservedFor(name, order.contact);
  // What reopened its order at once is left out.
  if (type === 'order.cancelled' && earlier?.status === 'sold') return words.adoptionTakenBack(name);
  if (type === 'pet.profile_changed' && changes !== undefined)
    return words.profileChanged(name, { name: listChanges(changes) });
  const general = untold[type];
  if (petId === undefined) return general === undefined ? words.newerEvent(words.catalogue, type) : [general];
  return told[type]?.(name, order?.returnReason) ?? words.newerEvent(name, type);
}

/** Such as “Breed: Pug → Beagle, Description”. */
function listChanges(changes: NonNullable<PetstoreEvent['changes']>): string {
  const all = changes.map(({ field, from, to }) => {
    const known = profileFields.find((one) => one === field);
    const label = known === undefined ? field : fieldLabel(known);
    if (from === undefined && to === undefined) return label;
    const show = (text = '') => (text === '' ? '–' : known === undefined ? text : changedText(known, text));
    return `${label}: ${show(from)} → ${show(to)}`;
  });
  return all.join(', ');
}

function describeUpdate(name: Piece, pet: Pet | undefined, earlier: Pet | undefined): Piece[] {
  if (earlier === undefined) return words.changed(name);
  if (earlier.status !== pet?.status) return became[pet?.status ?? 'available'](name);
  if (earlier.name !== pet?.name) return words.renamed({ name: earlier.name }, name);
  if (earlier.categoryId !== pet?.categoryId) return words.otherCategory(name);
  return words.changed(name);
}
