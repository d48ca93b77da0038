-- From 1.0.0 to 1.1.0. docs/schema.sql says what the tables and columns are.

-- SQLite keeps the text of CREATE TABLE, and appends to it what ALTER TABLE adds. The texts of `events`, `pending_events` and
-- `webhooks` end as such texts do: databases of version 10 have them so, and schema-faults.ts compares texts.

ALTER TABLE pets ADD COLUMN created_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pets ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pets ADD COLUMN status_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pets ADD COLUMN name_key TEXT NOT NULL DEFAULT '';

-- fill pets.name_key

CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE INDEX pets_by_category ON pets (category_id);
CREATE INDEX pets_by_category_and_status ON pets (category_id, status);

CREATE TABLE pets_indexed (last_id INTEGER NOT NULL) STRICT;
INSERT INTO pets_indexed (last_id) SELECT coalesce(max(id), 0) FROM pets;

CREATE TABLE pet_names (
  name_key TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (name_key, id)
) STRICT, WITHOUT ROWID;
INSERT INTO pet_names (name_key, id) SELECT name_key, id FROM pets ORDER BY name_key, id;

CREATE TABLE pet_changes (
  updated_at INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (updated_at, id)
) STRICT, WITHOUT ROWID;
INSERT INTO pet_changes (updated_at, id) SELECT updated_at, id FROM pets ORDER BY updated_at, id;

CREATE VIEW pets_by_name AS
  SELECT name_key, id FROM pet_names
  UNION ALL SELECT name_key, id FROM pets WHERE id > (SELECT last_id FROM pets_indexed);
CREATE VIEW pets_by_updated_at AS
  SELECT updated_at, id FROM pet_changes
  UNION ALL SELECT updated_at, id FROM pets WHERE id > (SELECT last_id FROM pets_indexed);

CREATE VIRTUAL TABLE pet_words USING fts5 (
  name_key, content = 'pets', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);
INSERT INTO pet_words (pet_words) VALUES ('rebuild');

CREATE TRIGGER pets_indexed_rename AFTER UPDATE OF name_key ON pets
WHEN old.name_key <> new.name_key AND old.id <= (SELECT last_id FROM pets_indexed) BEGIN
  INSERT INTO pet_words (pet_words, rowid, name_key) VALUES ('delete', old.id, old.name_key);
  INSERT INTO pet_words (rowid, name_key) VALUES (new.id, new.name_key);
  DELETE FROM pet_names WHERE name_key = old.name_key AND id = old.id;
  INSERT INTO pet_names (name_key, id) VALUES (new.name_key, new.id);
END;

CREATE TRIGGER pets_indexed_update AFTER UPDATE OF updated_at ON pets
WHEN old.updated_at <> new.updated_at AND old.id <= (SELECT last_id FROM pets_indexed) BEGIN
  DELETE FROM pet_changes WHERE updated_at = old.updated_at AND id = old.id;
  INSERT INTO pet_changes (updated_at, id) VALUES (new.updated_at, new.id);
END;

CREATE TRIGGER pets_indexed_delete AFTER DELETE ON pets WHEN old.id <= (SELECT last_id FROM pets_indexed) BEGIN
  INSERT INTO pet_words (pet_words, rowid, name_key) VALUES ('delete', old.id, old.name_key);
  DELETE FROM pet_names WHERE name_key = old.name_key AND id = old.id;
  DELETE FROM pet_changes WHERE updated_at = old.updated_at AND id = old.id;
END;

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

CREATE TABLE removed_media (
  media_key TEXT PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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

CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('placed', 'completed', 'cancelled')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX open_orders ON orders (pet_id) WHERE status = 'placed';
CREATE INDEX orders_by_pet ON orders (pet_id);
CREATE INDEX orders_by_status ON orders (status);

CREATE TABLE inquiries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'closed')),
  created_at INTEGER NOT NULL,
  closed_at INTEGER,
  submission TEXT UNIQUE,
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  message TEXT NOT NULL
) STRICT;

CREATE INDEX inquiries_by_pet ON inquiries (pet_id);
CREATE INDEX inquiries_by_status ON inquiries (status);
CREATE INDEX inquiries_by_time ON inquiries (created_at);

CREATE TABLE events (
  id INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  pet_id INTEGER,
  name TEXT,
  category_id INTEGER,
  status TEXT,
  previous_category_id INTEGER,
  previous_status TEXT,
  order_id INTEGER
, webhook_id INTEGER, inquiry_id INTEGER) STRICT;

CREATE TABLE pending_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  pet_id INTEGER,
  name TEXT,
  category_id INTEGER,
  status TEXT,
  previous_category_id INTEGER,
  previous_status TEXT,
  order_id INTEGER
, webhook_id INTEGER, inquiry_id INTEGER) STRICT;

CREATE TABLE event_marks (
  name TEXT PRIMARY KEY,
  event_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE inventory (
  category_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  animals INTEGER NOT NULL,
  PRIMARY KEY (category_id, status)
) STRICT, WITHOUT ROWID;

INSERT INTO inventory (category_id, status, animals)
SELECT category_id, status, count(*) FROM pets GROUP BY category_id, status;

CREATE TABLE inventory_totals (
  status TEXT PRIMARY KEY,
  animals INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO inventory_totals (status, animals) SELECT status, sum(animals) FROM inventory GROUP BY status;

CREATE TABLE daily_statistics (
  day INTEGER NOT NULL,
  category_id INTEGER NOT NULL,
  added INTEGER NOT NULL,
  adopted INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  PRIMARY KEY (day, category_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX daily_statistics_by_category ON daily_statistics (category_id, day);

CREATE TABLE daily_totals (
  day INTEGER PRIMARY KEY,
  added INTEGER NOT NULL,
  adopted INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  removed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  secret TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  event_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL
, created_by INTEGER, description TEXT, paused_at INTEGER, reason TEXT, previous_secret TEXT, previous_until INTEGER, failing_since INTEGER) STRICT;

CREATE INDEX webhooks_by_key ON webhooks (created_by, id);

CREATE TABLE webhook_attempts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  failure TEXT
) STRICT;

CREATE INDEX webhook_attempts_by_webhook ON webhook_attempts (webhook_id, id);
CREATE INDEX webhook_attempts_by_time ON webhook_attempts (at);

CREATE TABLE deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL REFERENCES webhooks (id),
  event_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('waiting', 'dead')),
  attempts INTEGER NOT NULL,
  due_at INTEGER,
  failure TEXT
) STRICT;

CREATE INDEX deliveries_due ON deliveries (webhook_id, due_at) WHERE status = 'waiting';
CREATE INDEX deliveries_by_status ON deliveries (status);
CREATE INDEX deliveries_by_webhook ON deliveries (webhook_id);
CREATE INDEX deliveries_by_webhook_and_status ON deliveries (webhook_id, status);
CREATE INDEX deliveries_by_event ON deliveries (event_id);

ALTER TABLE keys ADD COLUMN origins TEXT;

CREATE INDEX public_keys ON keys (id) WHERE origins IS NOT NULL;

CREATE TABLE petstore_writers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  oldest_writer INTEGER NOT NULL
) STRICT;

INSERT INTO petstore_writers (id, oldest_writer) VALUES (1, 0);
