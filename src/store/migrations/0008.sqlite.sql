-- When an animal was added, when it, its profile or its photos last changed, and since when it has its status, in epoch
-- milliseconds; 0 where that is unknown, for animals of earlier releases.
ALTER TABLE pets ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pets ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pets ADD COLUMN status_since INTEGER NOT NULL DEFAULT 0;

-- What the events that are still there tell about them.
UPDATE pets SET created_at = known.created_at, updated_at = known.updated_at, status_since = known.status_since
FROM (
  SELECT pet_id,
    coalesce(max(CASE WHEN type = 'pet.created' THEN at END), 0) AS created_at,
    max(at) AS updated_at,
    coalesce(max(CASE WHEN previous_status IS NULL OR previous_status <> status THEN at END), 0) AS status_since
  FROM (
    SELECT pet_id, type, at, status, previous_status FROM events
    UNION ALL SELECT pet_id, type, at, status, previous_status FROM pending_events
  ) AS changes
  WHERE status IS NOT NULL
  GROUP BY pet_id
) AS known
WHERE known.pet_id = pets.id;

-- Dates are days since 1970-01-01, flags 0 or 1. `attributes` is a JSON object of texts. Long
-- texts are the last columns, so that reading the others does not read them.
CREATE TABLE pet_profiles (
  pet_id INTEGER PRIMARY KEY,
  species TEXT,
  breed TEXT,
  color TEXT,
  coat TEXT,
  sex TEXT,
  size TEXT,
  birth_date INTEGER,
  birth_date_precision TEXT,
  neutered INTEGER,
  vaccinated INTEGER,
  house_trained INTEGER,
  special_needs INTEGER,
  good_with_children INTEGER,
  good_with_dogs INTEGER,
  good_with_cats INTEGER,
  location TEXT,
  arrived_on INTEGER,
  fee_amount_minor INTEGER,
  fee_currency TEXT,
  reference TEXT UNIQUE,
  attributes TEXT,
  description TEXT
) STRICT;

CREATE TABLE pet_tags (
  pet_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (pet_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX pet_profiles_by_species ON pet_profiles (species, pet_id);
CREATE INDEX pet_tags_by_tag ON pet_tags (tag, pet_id);

-- `media_key` names the stored files. Lengths are in pixels.
CREATE TABLE pet_photos (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  position INTEGER NOT NULL,
  media_key TEXT NOT NULL UNIQUE,
  alternative_text TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  color TEXT NOT NULL,
  placeholder TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX pet_photos_by_pet ON pet_photos (pet_id, position);

-- Photos that were removed, until their files are removed too.
CREATE TABLE removed_media (
  media_key TEXT PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The folded name, by which animals are found and sorted. The migration fills it.
ALTER TABLE pets ADD COLUMN name_key TEXT NOT NULL DEFAULT '';

-- The folded words of an animal's name, breed, tags and description, if its profile has such texts: listings are found by them.
CREATE TABLE pet_texts (
  pet_id INTEGER PRIMARY KEY,
  words TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE pet_text_words USING fts5 (
  words, content = 'pet_texts', content_rowid = 'pet_id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);

CREATE TRIGGER pet_text_words_insert AFTER INSERT ON pet_texts BEGIN
  INSERT INTO pet_text_words (rowid, words) VALUES (new.pet_id, new.words);
END;

CREATE TRIGGER pet_text_words_update AFTER UPDATE OF words ON pet_texts WHEN old.words <> new.words BEGIN
  INSERT INTO pet_text_words (pet_text_words, rowid, words) VALUES ('delete', old.pet_id, old.words);
  INSERT INTO pet_text_words (rowid, words) VALUES (new.pet_id, new.words);
END;

CREATE TRIGGER pet_text_words_delete AFTER DELETE ON pet_texts BEGIN
  INSERT INTO pet_text_words (pet_text_words, rowid, words) VALUES ('delete', old.pet_id, old.words);
END;
