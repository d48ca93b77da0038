CREATE TABLE orders (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pet_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('placed', 'completed', 'cancelled')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- One animal, one adopter.
CREATE UNIQUE INDEX open_orders ON orders (pet_id) WHERE status = 'placed';
CREATE INDEX orders_by_pet ON orders (pet_id);
CREATE INDEX orders_by_status ON orders (status);

-- The newest event is never removed, so that an id is never given again.
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
) STRICT;

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
) STRICT;

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

CREATE TABLE webhooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  url TEXT NOT NULL,
  types TEXT NOT NULL,
  secret TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  event_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

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
