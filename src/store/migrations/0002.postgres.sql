CREATE TABLE categories (
  id BIGINT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE INDEX pets_by_category ON pets (category_id, id);
CREATE INDEX pets_available_by_category ON pets (category_id, id) WHERE status = 'available';
CREATE INDEX pets_pending_by_category ON pets (category_id, id) WHERE status = 'pending';
CREATE INDEX pets_sold_by_category ON pets (category_id, id) WHERE status = 'sold';
