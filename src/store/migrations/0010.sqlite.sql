-- What people ask about animals: personal data, which is stored in this table alone. `submission` is the number of the form
-- that was sent, so that a form that is sent twice makes one inquiry; NULL for one that came through the API.
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

ALTER TABLE events ADD COLUMN inquiry_id INTEGER;
ALTER TABLE pending_events ADD COLUMN inquiry_id INTEGER;
