/**
 * What a peer says of animals on web sites, from the tables that petstore created. `prepare` turns SQL into a statement of
 * the peer's SQLite library.
 */
export function prepareWebSites(prepare, origin) {
  const listingColumns = `SELECT pets.id, pets.name, category_id, categories.name AS category_name, status, created_at, updated_at,
    status_since, pet_profiles.* FROM pets LEFT JOIN categories ON categories.id = category_id
    LEFT JOIN pet_profiles ON pet_id = pets.id WHERE`;
  const listings = prepare(`${listingColumns} pets.id > ? ORDER BY pets.id LIMIT ?`);
  const listingsByStatus = prepare(`${listingColumns} status = ? AND pets.id > ? ORDER BY pets.id LIMIT ?`);
  const tags = prepare(
    'SELECT pet_id, tag FROM pet_tags WHERE pet_id IN (SELECT value FROM json_each(?)) ORDER BY pet_id, tag',
  );
  const photos = prepare(
    'SELECT * FROM pet_photos WHERE pet_id IN (SELECT value FROM json_each(?)) ORDER BY pet_id, position, id',
  );
  const found = prepare(
    `SELECT id, name, category_id AS "categoryId", status FROM pets WHERE id IN (
       SELECT rowid FROM pet_words WHERE pet_words MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?
     ) ORDER BY id`,
  );
  const photo = prepare('SELECT id FROM pet_photos WHERE media_key = ?');
  return {
    /** Animals with words that begin with each of the words of a text. */
    search: (q, after, limit) => found.all(matchOf(q), after, limit),
    list({ status, after, limit }) {
      const rows = status === undefined ? listings.all(after, limit) : listingsByStatus.all(status, after, limit);
      const ids = JSON.stringify(rows.map(({ id }) => id));
      const tagsOf = Map.groupBy(tags.all(ids), ({ pet_id }) => pet_id);
      const photosOf = Map.groupBy(photos.all(ids), ({ pet_id }) => pet_id);
      return rows.map((row) => listingOf(row, tagsOf.get(row.id) ?? [], photosOf.get(row.id) ?? [], origin));
    },
    hasPhoto: (mediaKey) => photo.all(mediaKey).length > 0,
  };
}

const sizes = [320, 640, 1_280];

/** The path of a file of a photo in the folder of photos. */
export function photoFile(mediaKey, name) {
  return `${mediaKey.slice(0, 2)}/${mediaKey}/${name}`;
}

export const photoHeaders = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
};

function matchOf(q) {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => `"${word}"*`).join(' ');
}

function listingOf(row, tags, photos, origin) {
  const flag = (value) => (value === null ? undefined : value === 1);
  const goodWith = {
    children: flag(row.good_with_children),
    dogs: flag(row.good_with_dogs),
    cats: flag(row.good_with_cats),
  };
  // JSON leaves out what is undefined.
  const profile = {
    description: row.description ?? undefined,
    species: row.species ?? undefined,
    breed: row.breed ?? undefined,
    color: row.color ?? undefined,
    coat: row.coat ?? undefined,
    sex: row.sex ?? undefined,
    size: row.size ?? undefined,
    birthDate: dateOf(row.birth_date),
    birthDatePrecision: row.birth_date_precision ?? undefined,
    neutered: flag(row.neutered),
    vaccinated: flag(row.vaccinated),
    houseTrained: flag(row.house_trained),
    specialNeeds: flag(row.special_needs),
    goodWith: Object.values(goodWith).every((value) => value === undefined) ? undefined : goodWith,
    tags: tags.length === 0 ? undefined : tags.map(({ tag }) => tag),
    location: row.location ?? undefined,
    arrivedOn: dateOf(row.arrived_on),
    fee: row.fee_currency === null ? undefined : { amountMinor: row.fee_amount_minor, currency: row.fee_currency },
    reference: row.reference ?? undefined,
    attributes: row.attributes === null ? undefined : JSON.parse(row.attributes),
  };
  return {
    id: row.id,
    name: row.name,
    category: { id: row.category_id, name: row.category_name ?? undefined },
    status: row.status,
    profile,
    photos: photos.map((photo) => photoOf(photo, origin)),
    createdAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    statusSince: timeOf(row.status_since),
  };
}

function photoOf(photo, origin) {
  const widths = sizes.filter((width) => width <= photo.width);
  return {
    id: photo.id,
    petId: photo.pet_id,
    position: photo.position,
    alternativeText: photo.alternative_text,
    width: photo.width,
    height: photo.height,
    color: photo.color,
    placeholder: photo.placeholder,
    sources: widths.flatMap((width) => {
      const height = Math.round((width * photo.height) / photo.width);
      const url = `${origin}/media/${photo.media_key}/${width}`;
      return [
        { url: `${url}.webp`, type: 'image/webp', width, height },
        { url: `${url}.jpg`, type: 'image/jpeg', width, height },
      ];
    }),
    createdAt: timeOf(photo.created_at),
  };
}

function timeOf(milliseconds) {
  return milliseconds === 0 ? undefined : new Date(milliseconds).toISOString();
}

function dateOf(days) {
  return days === null ? undefined : new Date(days * 86_400_000).toISOString().slice(0, 10);
}
