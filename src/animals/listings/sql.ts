import type { PetStatus } from '../../../contract/pet.ts';
import type { PublicView } from '../../api/call.ts';
import { withoutNulls } from '../../lib/objects.ts';
import type { Profile } from '../../record/shapes/profile-model.ts';
import { allRows, asObject, firstColumn } from '../../store/queries.ts';
import { placeholders, type Queryable, statement } from '../../store/statement.ts';
import { findCategoryNames } from '../categories/sql.ts';
import type { Photo } from '../photos/model.ts';
import { findPhotosOfPets } from '../photos/sql.ts';
import { findProfiles } from '../profiles/sql.ts';
import type { Listing } from './model.ts';
import { isShown } from './public-view.ts';

/** The listing of an animal, if it is in the view. */
export async function findListing(db: Queryable, petId: bigint, view?: PublicView): Promise<Listing | undefined> {
  const [listing] = await loadListings(db, [petId], view);
  return listing;
}

/** Something that happened to an animal, with its status before and after, or to the name of a category. */
export interface ListingEvent {
  id: bigint;
  petId?: bigint;
  categoryId?: bigint;
  status?: PetStatus;
  previousStatus?: PetStatus;
}

const eventColumns = 'id, pet_id, category_id, status, previous_status';

/** The events after an id. */
export const findListingEvents = allRows<[after: bigint, limit: bigint], ListingEvent>(
  `SELECT ${eventColumns} FROM events WHERE id > $1 ORDER BY id LIMIT $2`,
  asObject<ListingEvent>(eventColumns),
);

/** Animals whose holds have ended: their last days are `from` or later, and before `to`. */
export const findHeldUntil = allRows<[from: bigint, to: bigint, limit: bigint], bigint>(
  `SELECT pet_id FROM pet_profiles WHERE hold_until >= $1 AND hold_until < $2 ORDER BY hold_until, pet_id LIMIT $3`,
  firstColumn<bigint>,
);

type Row = readonly [
  id: bigint,
  name: string,
  categoryId: bigint,
  status: PetStatus,
  createdAt: bigint,
  updatedAt: bigint,
  statusSince: bigint,
];

/** The listings of animals, in the order of the given ids, with the same number of statements for any number of them. */
export async function loadListings(db: Queryable, ids: readonly bigint[], view?: PublicView): Promise<Listing[]> {
  if (ids.length === 0) return [];
  const isAny = view === undefined ? '' : ` AND status IN (${view.statuses.map((one) => `'${one}'`).join(', ')})`;
  const pets = statement<Row>(
    `SELECT id, name, category_id, status, created_at, updated_at, status_since FROM pets
     WHERE id IN ${placeholders(1, ids.length)}${isAny}`,
  );
  const byId = new Map((await db.query(pets, ids)).map((row) => [row[0], row]));
  const rows = ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
  if (rows.length === 0) return [];
  const names = await findCategoryNames(db, [...new Set(rows.map(([, , categoryId]) => categoryId))]);
  const parts = { names, profiles: await findProfiles(db, ids), photos: await findPhotosOfPets(db, ids) };
  const listings = rows.map((row) => toListing(row, parts));
  return view === undefined ? listings : listings.filter(({ profile }) => isShown(profile, view));
}

interface Parts {
  /** By the id of the category. */
  names: ReadonlyMap<bigint, string>;
  profiles: ReadonlyMap<bigint, Profile>;
  photos: ReadonlyMap<bigint, Photo[]>;
}

function toListing(row: Row, { names, profiles, photos }: Parts): Listing {
  const [id, name, categoryId, status, createdAt, updatedAt, statusSince] = row;
  const category = { id: categoryId, ...withoutNulls({ name: names.get(categoryId) }) };
  const parts = { profile: profiles.get(id) ?? {}, photos: photos.get(id) ?? [] };
  const times = withoutNulls({
    createdAt: createdAt === 0n ? null : createdAt,
    updatedAt: updatedAt === 0n ? null : updatedAt,
    statusSince: statusSince === 0n ? null : statusSince,
  });
  return { id, name, category, status, ...parts, ...times };
}
