import type { Category } from '../../../contract/pet.ts';
import type { PublicView } from '../../api/call.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { findLastEventId } from '../../record/events/sql.ts';
import { findInventoryRange } from '../../record/inventory/sql.ts';
import type { Position, Queryable } from '../../store/statement.ts';
import { findCategoryNames } from '../categories/sql.ts';
import { findVisibleCategories } from './category-rules.ts';
import type { Listing } from './model.ts';
import { findHeldUntil, findListingEvents, type ListingEvent, loadListings } from './sql.ts';

/** What happened to animals after a position, as it is now. An animal is in it once. */
export interface ListingChanges {
  changed: Listing[];
  /** Those that are gone, or that the public does not see any more. Some of them may never have been in a copy. */
  removed: bigint[];
  renamedCategories: Category[];
  next: Position;
  hasMore: boolean;
}

/** Events that are read for one page: a millisecond or two. */
const maxEvents = 1_000;
/** Holds that may end from one reading to the next, to a public key. */
const maxEndedHolds = 100;

/** Where changes begin from now on. The position of a public key is only good for what the public sees now. */
export async function findNewestChange(db: Queryable, view?: PublicView): Promise<ListingChanges> {
  const next = positionAt(await findLastEventId(db), view);
  return { changed: [], removed: [], renamedCategories: [], next, hasMore: false };
}

/**
 * What happened after a position, for up to `limit` animals. Follows from the events, whose ids have no gaps: each change is
 * told, some of them more than once, and what is told is as new as the events or newer.
 * @throws ServiceError `changes_expired`
 */
export async function findChanges(
  db: Queryable,
  { id: after, key }: Position,
  limit: number,
  view?: PublicView,
): Promise<ListingChanges> {
  const found = await findListingEvents(db, after, BigInt(maxEvents));
  const [first] = found;
  const day = BigInt(/\d+$/.exec(String(key))?.[0] ?? 0);
  const isKnown = first === undefined ? (await findLastEventId(db)) >= after : first.id === after + 1n;
  if (!isKnown || key !== keyOf(view, day)) throw expired();
  if (view !== undefined && day < view.today) return await findEndedHolds(db, after, day, view);
  const events = firstEvents(found, limit);
  const byPet = Map.groupBy(events, ({ petId }) => petId);
  byPet.delete(undefined);
  const ids = [...byPet.keys()].filter((id) => id !== undefined);
  const changed = await loadListings(db, ids, view);
  const present = new Set(changed.map(({ id }) => id));
  // The public learns nothing of animals whose status it does not see, and of those on hold the number: no event tells of holds.
  const wasVisible = ({ status, previousStatus }: ListingEvent) =>
    view === undefined || view.statuses.some((one) => one === status || one === previousStatus);
  const removed = ids.filter((id) => !present.has(id) && byPet.get(id)?.some(wasVisible));
  const named = events.flatMap(({ petId, categoryId }) =>
    petId === undefined && categoryId !== undefined ? categoryId : [],
  );
  return {
    changed,
    removed,
    renamedCategories: await findVisibleNames(db, [...new Set(named)], view),
    next: positionAt(events.at(-1)?.id ?? after, view),
    hasMore: events.length < found.length || found.length === maxEvents,
  };
}

/** Animals that the public sees since a day, because their holds have ended: no event tells of that. */
async function findEndedHolds(db: Queryable, after: bigint, day: bigint, view: PublicView): Promise<ListingChanges> {
  const ids = await findHeldUntil(db, day, view.today, BigInt(maxEndedHolds + 1));
  if (ids.length > maxEndedHolds) throw expired();
  const changed = await loadListings(db, ids, view);
  return { changed, removed: [], renamedCategories: [], next: positionAt(after, view), hasMore: true };
}

/** As many of the events as have `limit` animals and category names, up to a gap. */
function firstEvents(found: readonly ListingEvent[], limit: number): ListingEvent[] {
  const names = new Set<string>();
  const end = found.findIndex(({ id, petId, categoryId }, index) => {
    if (petId !== undefined || categoryId !== undefined) names.add(`${petId} ${petId === undefined ? categoryId : ''}`);
    return names.size > limit || id !== (found[0]?.id ?? 0n) + BigInt(index);
  });
  return found.slice(0, end === -1 ? undefined : end);
}

/** The names of categories, for the public of those of which it sees an animal. */
async function findVisibleNames(db: Queryable, ids: readonly bigint[], view?: PublicView): Promise<Category[]> {
  const named = [...(await findCategoryNames(db, ids))].map(([id, name]) => ({ id, name }));
  if (view === undefined || named.length === 0) return named;
  const counts = [];
  for (const { id } of named) {
    const range = await findInventoryRange(db, id - 1n, 1);
    counts.push(...range.counts.filter(({ categoryId }) => categoryId === id));
  }
  const visible = await findVisibleCategories(db, counts, view);
  return named.filter(({ id }) => visible.has(id));
}

function positionAt(id: bigint, view: PublicView | undefined): Position {
  return { id, key: keyOf(view) };
}

function keyOf(view: PublicView | undefined, day = view?.today): string | undefined {
  return view && [...view.statuses, day].join(' ');
}

function expired(): ServiceError {
  return new ServiceError(
    'changes_expired',
    'Changes after this position are not known any more. Ask without "after" for a new position, then read all animals again.',
  );
}
