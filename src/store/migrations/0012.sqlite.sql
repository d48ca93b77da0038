-- From 1.1.0 to the next release. docs/schema.sqlite.sql says what the tables and columns are.

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
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sign_in_links_by_person ON sign_in_links (person_id);

ALTER TABLE keys ADD COLUMN person_id INTEGER;
ALTER TABLE keys ADD COLUMN is_trusted INTEGER;
CREATE INDEX keys_by_person ON keys (person_id) WHERE person_id IS NOT NULL;

ALTER TABLE webhooks ADD COLUMN person_id INTEGER;
ALTER TABLE webhook_attempts ADD COLUMN exchange TEXT;

ALTER TABLE events ADD COLUMN actor TEXT;
ALTER TABLE pending_events ADD COLUMN actor TEXT;
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
  person_id INTEGER
) STRICT;

CREATE INDEX admin_events_by_time ON admin_events (at);

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

ALTER TABLE pet_profiles ADD COLUMN whereabouts TEXT;
ALTER TABLE pet_profiles ADD COLUMN intake_type TEXT;
ALTER TABLE pet_profiles ADD COLUMN outcome_type TEXT;
ALTER TABLE pet_profiles ADD COLUMN outcome_on INTEGER;
ALTER TABLE pet_profiles ADD COLUMN hold_until INTEGER;
ALTER TABLE pet_profiles ADD COLUMN hold_reason TEXT;
CREATE INDEX pet_profiles_by_hold ON pet_profiles (hold_until, pet_id) WHERE hold_until IS NOT NULL;
CREATE INDEX pet_profiles_not_adopted ON pet_profiles (pet_id) WHERE outcome_type <> 'adoption';

ALTER TABLE inquiries ADD COLUMN stage TEXT NOT NULL DEFAULT 'new';
ALTER TABLE inquiries ADD COLUMN assignee_id INTEGER;
ALTER TABLE inquiries ADD COLUMN note TEXT;
ALTER TABLE inquiries ADD COLUMN order_id INTEGER;
ALTER TABLE inquiries ADD COLUMN reviewed_at INTEGER;
CREATE INDEX inquiries_by_stage ON inquiries
  (CASE WHEN status = 'closed' AND stage IN ('new', 'reviewing', 'approved') THEN 'closed' ELSE stage END);
CREATE INDEX inquiries_by_assignee ON inquiries (assignee_id) WHERE assignee_id IS NOT NULL;
DROP INDEX inquiries_by_time;
CREATE INDEX inquiries_by_retention ON inquiries
  (CASE WHEN reviewed_at IS NULL THEN created_at ELSE coalesce(closed_at, reviewed_at) END);
