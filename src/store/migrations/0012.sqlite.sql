-- From 1.1.0 to the next release. docs/schema.sql says what the tables and columns are.

DROP INDEX pets_by_category;
DROP INDEX pets_by_category_and_status;

ALTER TABLE pets ADD COLUMN is_indexed INTEGER NOT NULL DEFAULT 0;
UPDATE pets SET is_indexed = 1 WHERE id <= (SELECT last_id FROM pets_indexed);

CREATE INDEX pets_by_category ON pets (category_id) WHERE is_indexed = 1;
CREATE INDEX pets_by_category_and_status ON pets (category_id, status) WHERE is_indexed = 1;

CREATE VIEW listed_pets AS
  SELECT * FROM pets WHERE is_indexed = 1
  UNION ALL SELECT * FROM pets WHERE id > (SELECT last_id FROM pets_indexed);

CREATE TRIGGER pets_indexed_advance AFTER UPDATE OF last_id ON pets_indexed BEGIN
  UPDATE pets SET is_indexed = 1 WHERE id > old.last_id AND id <= new.last_id;
END;

ALTER TABLE orders ADD COLUMN sold_category_id INTEGER;

ALTER TABLE pet_photos ADD COLUMN focal_x INTEGER;
ALTER TABLE pet_photos ADD COLUMN focal_y INTEGER;

CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  email TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sign_in_links (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL,
  secret_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  key_id INTEGER
) STRICT;

CREATE INDEX sign_in_links_by_person ON sign_in_links (person_id);

ALTER TABLE keys ADD COLUMN person_id INTEGER;
ALTER TABLE keys ADD COLUMN is_trusted INTEGER;
CREATE INDEX keys_by_person ON keys (person_id) WHERE person_id IS NOT NULL;

ALTER TABLE webhooks ADD COLUMN person_id INTEGER;
ALTER TABLE webhook_attempts ADD COLUMN exchange TEXT;

ALTER TABLE events ADD COLUMN actor TEXT;
ALTER TABLE events ADD COLUMN changes TEXT;
ALTER TABLE pending_events ADD COLUMN actor TEXT;
ALTER TABLE pending_events ADD COLUMN changes TEXT;
ALTER TABLE events ADD COLUMN note_id INTEGER;
ALTER TABLE pending_events ADD COLUMN note_id INTEGER;
ALTER TABLE orders ADD COLUMN placed_by TEXT;
ALTER TABLE orders ADD COLUMN ended_by TEXT;
ALTER TABLE inquiries ADD COLUMN created_by TEXT;
ALTER TABLE inquiries ADD COLUMN closed_by TEXT;

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

ALTER TABLE orders ADD COLUMN reference TEXT;
ALTER TABLE orders ADD COLUMN reference_key TEXT;
ALTER TABLE orders ADD COLUMN note TEXT;
ALTER TABLE orders ADD COLUMN expires_at INTEGER;
ALTER TABLE orders ADD COLUMN ended_at INTEGER;
ALTER TABLE orders ADD COLUMN returned_at INTEGER;
ALTER TABLE orders ADD COLUMN return_reason TEXT;
ALTER TABLE orders ADD COLUMN returned_by TEXT;

CREATE UNIQUE INDEX orders_by_reference ON orders (reference_key) WHERE reference_key IS NOT NULL;
CREATE INDEX orders_by_time ON orders (created_at);
CREATE INDEX orders_by_expiry ON orders (expires_at) WHERE status = 'placed' AND expires_at IS NOT NULL;

CREATE TABLE order_contacts (
  order_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT,
  phone TEXT,
  address TEXT
) STRICT;

ALTER TABLE pet_profiles ADD COLUMN reference_key TEXT;
ALTER TABLE pet_profiles ADD COLUMN public_location TEXT;
ALTER TABLE pet_profiles ADD COLUMN whereabouts TEXT;
ALTER TABLE pet_profiles ADD COLUMN intake_type TEXT;
ALTER TABLE pet_profiles ADD COLUMN outcome_type TEXT;
ALTER TABLE pet_profiles ADD COLUMN outcome_on INTEGER;
ALTER TABLE pet_profiles ADD COLUMN hold_until INTEGER;
ALTER TABLE pet_profiles ADD COLUMN hold_reason TEXT;
ALTER TABLE pet_profiles ADD COLUMN microchip TEXT;
ALTER TABLE pet_profiles ADD COLUMN videos TEXT;
ALTER TABLE pet_profiles ADD COLUMN good_with_small_animals INTEGER;
ALTER TABLE pet_profiles ADD COLUMN good_with_livestock INTEGER;
CREATE INDEX pet_profiles_by_hold ON pet_profiles (hold_until, pet_id) WHERE hold_until IS NOT NULL;
CREATE INDEX pet_profiles_not_adopted ON pet_profiles (pet_id) WHERE outcome_type <> 'adoption';

ALTER TABLE inquiries ADD COLUMN stage TEXT NOT NULL DEFAULT 'new';
ALTER TABLE inquiries ADD COLUMN assignee_id INTEGER;
ALTER TABLE inquiries ADD COLUMN note TEXT;
ALTER TABLE inquiries ADD COLUMN order_id INTEGER;
ALTER TABLE inquiries ADD COLUMN reviewed_at INTEGER;
ALTER TABLE inquiries ADD COLUMN reason TEXT;
CREATE INDEX inquiries_by_stage ON inquiries
  (CASE WHEN status = 'closed' AND stage IN ('new', 'reviewing', 'approved') THEN 'closed' ELSE stage END);
CREATE INDEX inquiries_by_assignee ON inquiries (assignee_id) WHERE assignee_id IS NOT NULL;
DROP INDEX inquiries_by_time;
CREATE INDEX inquiries_by_retention ON inquiries
  (CASE WHEN reviewed_at IS NULL THEN created_at ELSE coalesce(closed_at, reviewed_at) END);

CREATE UNIQUE INDEX pet_profiles_by_reference_key ON pet_profiles (reference_key);
CREATE INDEX pet_profiles_by_location ON pet_profiles (location, pet_id) WHERE location IS NOT NULL;
CREATE INDEX pet_profiles_by_public_location ON pet_profiles (public_location, pet_id) WHERE public_location IS NOT NULL;
CREATE INDEX pet_profiles_by_birth_date ON pet_profiles (birth_date, pet_id) WHERE birth_date IS NOT NULL;
CREATE INDEX pet_profiles_by_arrived_on ON pet_profiles (arrived_on, pet_id) WHERE arrived_on IS NOT NULL;

CREATE TABLE spellings (
  field TEXT NOT NULL,
  text TEXT NOT NULL,
  text_key TEXT NOT NULL,
  PRIMARY KEY (field, text)
) STRICT, WITHOUT ROWID;

CREATE INDEX spellings_by_key ON spellings (field, text_key, text);

INSERT INTO settings (name, value) SELECT 'unfolded_profiles', '0' WHERE EXISTS (SELECT 1 FROM pet_profiles);

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

CREATE VIEW stays AS
  SELECT pets.id AS pet_id, 0 AS is_past, coalesce(species, (SELECT name FROM categories WHERE id = category_id), '') AS species,
    birth_date, birth_date_precision, arrived_on, created_at AS added_at, coalesce(intake_type, '') AS intake_type,
    CASE WHEN status = 'sold' THEN outcome_on END AS outcome_on, CASE WHEN status = 'sold' THEN status_since END AS left_at,
    coalesce(outcome_type, '') AS outcome_type
  FROM pets LEFT JOIN pet_profiles ON pet_profiles.pet_id = pets.id
  UNION ALL
  SELECT pet_id, 1, species, birth_date, birth_date_precision, arrived_on, NULL, intake_type, outcome_on, NULL, outcome_type
  FROM past_stays;

ALTER TABLE events ADD COLUMN import_id INTEGER;
ALTER TABLE pending_events ADD COLUMN import_id INTEGER;

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

CREATE TABLE import_categories (
  import_id INTEGER NOT NULL,
  category_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (import_id, category_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE pet_notes (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT;

CREATE INDEX pet_notes_by_pet ON pet_notes (pet_id);

CREATE TABLE pet_note_texts (
  pet_id INTEGER PRIMARY KEY,
  words TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE pet_note_words USING fts5 (
  words, content = 'pet_note_texts', content_rowid = 'pet_id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);
-- Words that are removed are not only marked.
INSERT INTO pet_note_words (pet_note_words, rank) VALUES ('secure-delete', 1);

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
