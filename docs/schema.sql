-- The schema of a SQLite file. `npm run generate` takes the statements from the migrations; comments are written here.
-- Times are milliseconds since 1970-01-01 (UTC). On PostgreSQL the tables and columns are the same, integers are BIGINT, and the
-- indexes are those of src/store/migrations.

-- What the service keeps about itself: secrets, marks of jobs, the id of the database.
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- `created_at` is when an animal was added, `updated_at` when it, its profile or its photos last changed, and `status_since` since
-- when it has its status; 0 where that is unknown. `name_key` is the folded name, by which animals are found and sorted.
-- `is_indexed` is 1 up to the id in `pets_indexed`: an index can have conditions of columns only.
CREATE TABLE pets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  category_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold')),
  created_at INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL DEFAULT 0,
  status_since INTEGER NOT NULL DEFAULT 0,
  name_key TEXT NOT NULL DEFAULT '',
  is_indexed INTEGER NOT NULL DEFAULT 0
) STRICT;

-- An index of SQLite ends in the row's id, so these also give the ascending order of a filtered list.
CREATE INDEX pets_by_status ON pets (status);

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

CREATE INDEX pets_by_category ON pets (category_id) WHERE is_indexed = 1;
CREATE INDEX pets_by_category_and_status ON pets (category_id, status) WHERE is_indexed = 1;

-- Animals up to this id are in `pet_names`, `pet_changes` and `pet_words`, and in the indexes over categories. A background job
-- adds newer ones, many at once: an index that each INSERT changes would write a page for each name and each category. Until
-- then they are read from `pets`.
CREATE TABLE pets_indexed (
  last_id INTEGER NOT NULL
) STRICT;

CREATE TRIGGER pets_indexed_advance AFTER UPDATE OF last_id ON pets_indexed BEGIN
  UPDATE pets SET is_indexed = 1 WHERE id > old.last_id AND id <= new.last_id;
END;

CREATE TABLE pet_names (
  name_key TEXT NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (name_key, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE pet_changes (
  updated_at INTEGER NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (updated_at, id)
) STRICT, WITHOUT ROWID;

-- All animals of a category in the order of their ids: SQLite merges both parts.
CREATE VIEW listed_pets AS
  SELECT * FROM pets WHERE is_indexed = 1
  UNION ALL SELECT * FROM pets WHERE id > (SELECT last_id FROM pets_indexed);

-- All animals in an order: SQLite merges both parts, and sorts only the second.
CREATE VIEW pets_by_name AS
  SELECT name_key, id FROM pet_names
  UNION ALL SELECT name_key, id FROM pets WHERE id > (SELECT last_id FROM pets_indexed);

CREATE VIEW pets_by_updated_at AS
  SELECT updated_at, id FROM pet_changes
  UNION ALL SELECT updated_at, id FROM pets WHERE id > (SELECT last_id FROM pets_indexed);

-- Keys have only letters, digits and spaces, which this tokenizer separates them by. Without positions (`detail`) and lengths
-- (`columnsize`), which no search needs, the index has a third of the size.
CREATE VIRTUAL TABLE pet_words USING fts5 (
  name_key, content = 'pets', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);

-- The names of `category_id`; a category needs none.
CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

-- Dates are days since 1970-01-01, flags 0 or 1. `attributes` is a JSON object of texts, and `videos` has an address on each line. Long texts are the last columns,
-- so that reading the others does not read them. `reference_key` is the folded reference, NULL also where another animal has it in
-- another spelling, as earlier releases allowed.
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
  description TEXT,
  reference_key TEXT,
  public_location TEXT,
  whereabouts TEXT,
  intake_type TEXT,
  outcome_type TEXT,
  outcome_on INTEGER,
  hold_until INTEGER,
  hold_reason TEXT,
  microchip TEXT,
  videos TEXT,
  good_with_small_animals INTEGER,
  good_with_livestock INTEGER
) STRICT;

CREATE INDEX pet_profiles_by_species ON pet_profiles (species, pet_id);
CREATE INDEX pet_profiles_by_hold ON pet_profiles (hold_until, pet_id) WHERE hold_until IS NOT NULL;
CREATE INDEX pet_profiles_not_adopted ON pet_profiles (pet_id) WHERE outcome_type <> 'adoption';
CREATE UNIQUE INDEX pet_profiles_by_reference_key ON pet_profiles (reference_key);
CREATE INDEX pet_profiles_by_location ON pet_profiles (location, pet_id) WHERE location IS NOT NULL;
CREATE INDEX pet_profiles_by_public_location ON pet_profiles (public_location, pet_id) WHERE public_location IS NOT NULL;
CREATE INDEX pet_profiles_by_birth_date ON pet_profiles (birth_date, pet_id) WHERE birth_date IS NOT NULL;
CREATE INDEX pet_profiles_by_arrived_on ON pet_profiles (arrived_on, pet_id) WHERE arrived_on IS NOT NULL;

CREATE TABLE pet_tags (
  pet_id INTEGER NOT NULL,
  tag TEXT NOT NULL,
  PRIMARY KEY (pet_id, tag)
) STRICT, WITHOUT ROWID;

CREATE INDEX pet_tags_by_tag ON pet_tags (tag, pet_id);

-- The folding of each text that profiles have, or had, in a field that lists are filtered by. While `unfolded_profiles` in `settings`
-- is a number, a job folds the profiles of an earlier release beyond that id.
CREATE TABLE spellings (
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  text_key TEXT NOT NULL,
  PRIMARY KEY (field, text)
) STRICT, WITHOUT ROWID;

CREATE INDEX spellings_by_key ON spellings (field, text_key, text);

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
  created_at INTEGER NOT NULL,
  focal_x INTEGER,
  focal_y INTEGER
) STRICT;

CREATE INDEX pet_photos_by_pet ON pet_photos (pet_id, position);

-- Photos that were removed, until their files are removed, too.
CREATE TABLE removed_media (
  media_key TEXT PRIMARY KEY,
  removed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The folded words of an animal: those of its location, the mark |, then those of its name, breed, color, coat, tags, public location and
-- description, after which the public searches. A row if the profile has one of these texts:
-- listings are found by them. Where the last migration has found profiles, a job completes them (`unfolded_profiles` in `settings`).
CREATE TABLE pet_texts (
  pet_id INTEGER PRIMARY KEY,
  words TEXT NOT NULL
) STRICT;

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

CREATE VIRTUAL TABLE pet_text_words USING fts5 (
  words, content = 'pet_texts', content_rowid = 'pet_id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);

-- Reservations of animals. `sold_category_id` is the category of the animal when the order was completed; `reference_key` is the
-- folded `reference`, which is unique; `ended_at` is NULL in orders that an earlier release has ended: then it was at
-- `updated_at`. An order that ended at its `expires_at` was cancelled by `system`. `placed_by`, `ended_by` and `returned_by` are
-- actors, as in `events`.
CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('placed', 'completed', 'cancelled')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  sold_category_id INTEGER,
  placed_by TEXT,
  ended_by TEXT,
  reference TEXT,
  reference_key TEXT,
  note TEXT,
  expires_at INTEGER,
  ended_at INTEGER,
  returned_at INTEGER,
  return_reason TEXT,
  returned_by TEXT
) STRICT;

-- One animal, one adopter.
CREATE UNIQUE INDEX open_orders ON orders (pet_id) WHERE status = 'placed';
CREATE INDEX orders_by_pet ON orders (pet_id);
CREATE INDEX orders_by_status ON orders (status);
CREATE UNIQUE INDEX orders_by_reference ON orders (reference_key) WHERE reference_key IS NOT NULL;
CREATE INDEX orders_by_time ON orders (created_at);
CREATE INDEX orders_by_expiry ON orders (expires_at) WHERE status = 'placed' AND expires_at IS NOT NULL;

-- For whom animals are reserved: personal data, which is stored in this table alone.
CREATE TABLE order_contacts (
  order_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  address TEXT
) STRICT;

-- What people ask about animals: personal data, which is stored in this table alone. `submission` is the number of the form that
-- was sent, so that a form that is sent twice makes one inquiry; NULL for one that came through the API. `created_by` and `closed_by` are
-- actors, as in `events`. `stage` is what has become of it; release 1.1.0 closes inquiries without changing it. `note` is of those who
-- work with it, `reason` why the service declined it. `reviewed_at` is when it was last changed under review or approved; NULL if it was neither.
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
  message TEXT NOT NULL,
  created_by TEXT,
  closed_by TEXT,
  stage TEXT NOT NULL DEFAULT 'new',
  assignee_id INTEGER,
  note TEXT,
  order_id INTEGER,
  reviewed_at INTEGER,
  reason TEXT
) STRICT;

CREATE INDEX inquiries_by_pet ON inquiries (pet_id);
CREATE INDEX inquiries_by_status ON inquiries (status);
CREATE INDEX inquiries_by_stage ON inquiries
  (CASE WHEN status = 'closed' AND stage IN ('new', 'reviewing', 'approved') THEN 'closed' ELSE stage END);
CREATE INDEX inquiries_by_assignee ON inquiries (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX inquiries_by_retention ON inquiries
  (CASE WHEN reviewed_at IS NULL THEN created_at ELSE coalesce(closed_at, reviewed_at) END);

-- The newest event is never removed, so that an id is never given again. `actor` is who made the change: its type, and the id of a
-- person or a key after a colon. NULL in events from before people.
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
  order_id INTEGER,
  webhook_id INTEGER,
  inquiry_id INTEGER,
  actor TEXT,
  changes TEXT,
  note_id INTEGER,
  import_id INTEGER
) STRICT;

-- Events without a number, which only PostgreSQL has.
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
  order_id INTEGER,
  webhook_id INTEGER,
  inquiry_id INTEGER,
  actor TEXT,
  changes TEXT,
  note_id INTEGER,
  import_id INTEGER
) STRICT;

-- How far jobs have come with the events.
CREATE TABLE event_marks (
  name TEXT PRIMARY KEY,
  event_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The number of animals, from the events that are counted.
CREATE TABLE inventory (
  category_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  animals INTEGER NOT NULL,
  PRIMARY KEY (category_id, status)
) STRICT, WITHOUT ROWID;

-- The sums of the inventory over all categories, so that reading them costs the same however many categories there are.
CREATE TABLE inventory_totals (
  status TEXT PRIMARY KEY,
  animals INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What happened to animals on each day (UTC), in days since 1970. Never pruned: events are.
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

-- The sums of the statistics over all categories.
CREATE TABLE daily_totals (
  day INTEGER PRIMARY KEY,
  added INTEGER NOT NULL,
  adopted INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  removed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Stays that are over, of animals that came back or were removed since: no personal data, never pruned. Days are those since
-- 1970-01-01, `ended_at` is the time of the return or the removal. Texts are empty where nothing is known.
CREATE TABLE past_stays (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  species TEXT NOT NULL,
  birth_date INTEGER,
  birth_date_precision TEXT,
  arrived_on INTEGER,
  intake_type TEXT NOT NULL,
  outcome_on INTEGER NOT NULL,
  outcome_type TEXT NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT;

CREATE INDEX past_stays_by_pet ON past_stays (pet_id);

-- Each stay in our care: that of each animal now, and the past ones. Without an arrival, an animal came on the day of `added_at`; if it had
-- left by then, its arrival is unknown, and it counts as one of the day of the outcome. Without an outcome, it left on the day of `left_at`;
-- one that was added as sold left on an unknown day.
CREATE VIEW stays AS
  SELECT pets.id AS pet_id, 0 AS is_past, coalesce(species, (SELECT name FROM categories WHERE id = category_id), '') AS species,
    birth_date, birth_date_precision, arrived_on, created_at AS added_at, coalesce(intake_type, '') AS intake_type,
    CASE WHEN status = 'sold' THEN outcome_on END AS outcome_on, CASE WHEN status = 'sold' THEN status_since END AS left_at,
    coalesce(outcome_type, '') AS outcome_type
  FROM pets LEFT JOIN pet_profiles ON pet_profiles.pet_id = pets.id
  UNION ALL
  SELECT pet_id, 1, species, birth_date, birth_date_precision, arrived_on, NULL, intake_type, outcome_on, NULL, outcome_type
  FROM past_stays;

-- `created_by` is the key that answers for a webhook, NULL if that is unknown. A paused webhook keeps its status: while `paused_at`
-- is set, nothing is sent. `reason` is why it is paused or disabled. The secret before the last rotation also signs until
-- `previous_until`. `failing_since` is the time of the first failure since the last success.
CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  secret TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  event_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  created_by INTEGER,
  description TEXT,
  paused_at INTEGER,
  reason TEXT,
  previous_secret TEXT,
  previous_until INTEGER,
  failing_since INTEGER,
  person_id INTEGER
) STRICT;

CREATE INDEX webhooks_by_key ON webhooks (created_by, id);

-- What was sent in the last days. An `event_id` of 0 is a test.
CREATE TABLE webhook_attempts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  failure TEXT,
  exchange TEXT
) STRICT;

CREATE INDEX webhook_attempts_by_webhook ON webhook_attempts (webhook_id, id);
CREATE INDEX webhook_attempts_by_time ON webhook_attempts (at);

-- Events that have yet to be sent, and those that were given up.
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

-- Secrets are stored as hashes. `origins` are the web origins that may use a public key, separated by blanks; NULL for all other
-- keys. A key with a `person_id` is a device: it has the role of its person, and a trusted one (1) is renewed when it is used.
CREATE TABLE keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  grants TEXT NOT NULL,
  hint TEXT NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  previous_hash TEXT UNIQUE,
  previous_until INTEGER,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER,
  origins TEXT,
  person_id INTEGER,
  is_trusted INTEGER
) STRICT;

-- A preflight asks for those of all public keys.
CREATE INDEX public_keys ON keys (id) WHERE origins IS NOT NULL;
CREATE INDEX keys_by_person ON keys (person_id) WHERE person_id IS NOT NULL;

-- People who sign in. The row goes when a person ends: nothing else has her name.
CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  email TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Links by which people sign in, once each. Their secrets are stored as hashes, and open nothing else. `key_id` is that with which
-- a link was made, and with which it ends.
CREATE TABLE sign_in_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  key_id INTEGER
) STRICT;

CREATE INDEX sign_in_links_by_person ON sign_in_links (person_id);

-- What was done to keys, people and webhooks, and by whom: an actor, as in `events`. `key_id` is that of a key or of a device,
-- `caller_id` that of the one with which it was done; of a sign-in, that with which its link was made.
CREATE TABLE admin_events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  key_id INTEGER,
  person_id INTEGER,
  webhook_id INTEGER,
  caller_id INTEGER,
  grants_before TEXT,
  grants_after TEXT
) STRICT;

CREATE INDEX admin_events_by_time ON admin_events (at);
CREATE INDEX admin_events_by_actor ON admin_events (actor);
CREATE INDEX admin_events_by_caller ON admin_events (caller_id) WHERE caller_id IS NOT NULL;

-- Who still uses operations that are deprecated.
CREATE TABLE deprecated_uses (
  key_id INTEGER NOT NULL REFERENCES keys (id),
  operation TEXT NOT NULL,
  uses INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, operation)
) STRICT, WITHOUT ROWID;

-- Responses to writes with an `Idempotency-Key`, which a repeated request receives again.
CREATE TABLE idempotency_records (
  key_id INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  location TEXT,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, idempotency_key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);

-- One row: releases of an older schema version may not write.
CREATE TABLE petstore_writers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  oldest_writer INTEGER NOT NULL
) STRICT;

-- Imports of files of animals, and what has become of their rows. While one is undone, `undo_position` is the animal that the undo has
-- come to. Only this table is kept longer than 30 days.
CREATE TABLE imports (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  file_name TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  state TEXT NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  updated INTEGER NOT NULL DEFAULT 0,
  unchanged INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  taken_back INTEGER NOT NULL DEFAULT 0,
  kept INTEGER NOT NULL DEFAULT 0,
  undo_position INTEGER,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  finished_at INTEGER,
  undone_at INTEGER,
  undone_by TEXT
) STRICT;

CREATE INDEX imports_to_undo ON imports (id) WHERE state = 'undoing';
CREATE INDEX imports_by_time ON imports (created_at);

-- What has become of each row, so that one that is sent again is not stored again. `problem` is why it was refused, as JSON.
CREATE TABLE import_rows (
  import_id INTEGER NOT NULL,
  row_number INTEGER NOT NULL,
  result TEXT NOT NULL,
  pet_id INTEGER,
  problem TEXT,
  row_key TEXT,
  PRIMARY KEY (import_id, row_number)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_rows_by_key ON import_rows (row_key) WHERE row_key IS NOT NULL;

-- The animals that an import has added or changed. `before` is one as it was, as JSON, and NULL for one that was added; `changed_at`,
-- `photo_id`, which is its last photo or 0, and `tag` tell whether it is still as the import left it. Of an animal that was removed since both texts are erased. `kept` is why an
-- undo has left it.
CREATE TABLE import_animals (
  import_id INTEGER NOT NULL,
  pet_id INTEGER NOT NULL,
  before TEXT,
  changed_at INTEGER NOT NULL,
  photo_id INTEGER NOT NULL,
  tag TEXT,
  kept TEXT,
  PRIMARY KEY (import_id, pet_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX import_animals_by_pet ON import_animals (pet_id);

-- The categories that an import has named.
CREATE TABLE import_categories (
  import_id INTEGER NOT NULL,
  category_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (import_id, category_id)
) STRICT, WITHOUT ROWID;

-- What staff write on animals. `created_by` is an actor, as in `events`.
CREATE TABLE pet_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;

CREATE INDEX pet_notes_by_pet ON pet_notes (pet_id);

-- The folded words of an animal that has notes: those of its newest notes, its name and its profile. Only searches of staff read them. Its
-- full-text table has the option `secure-delete`, so that words that are removed do not stay in it.
CREATE TABLE pet_note_texts (
  pet_id INTEGER PRIMARY KEY,
  words TEXT NOT NULL
) STRICT;

CREATE TRIGGER pet_note_words_insert AFTER INSERT ON pet_note_texts BEGIN
  INSERT INTO pet_note_words (rowid, words) VALUES (new.pet_id, new.words);
END;

CREATE TRIGGER pet_note_words_update AFTER UPDATE OF words ON pet_note_texts WHEN old.words <> new.words BEGIN
  INSERT INTO pet_note_words (pet_note_words, rowid, words) VALUES ('delete', old.pet_id, old.words);
  INSERT INTO pet_note_words (rowid, words) VALUES (new.pet_id, new.words);
END;

CREATE TRIGGER pet_note_words_delete AFTER DELETE ON pet_note_texts BEGIN
  INSERT INTO pet_note_words (pet_note_words, rowid, words) VALUES ('delete', old.pet_id, old.words);
END;

CREATE VIRTUAL TABLE pet_note_words USING fts5 (
  words, content = 'pet_note_texts', content_rowid = 'pet_id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);
