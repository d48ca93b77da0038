CREATE TABLE categories (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

CREATE INDEX pets_by_category ON pets (category_id);
CREATE INDEX pets_by_category_and_status ON pets (category_id, status);
