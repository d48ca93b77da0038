CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  category_id INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('available', 'pending', 'sold'))
) STRICT;

-- An index of SQLite ends in the row's id, so this one also gives the ascending order of a filtered list.
CREATE INDEX pets_by_status ON pets (status);

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
  last_used_at INTEGER
) STRICT;

CREATE TABLE deprecated_uses (
  key_id INTEGER NOT NULL REFERENCES keys (id),
  operation TEXT NOT NULL,
  uses INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (key_id, operation)
) STRICT, WITHOUT ROWID;

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
