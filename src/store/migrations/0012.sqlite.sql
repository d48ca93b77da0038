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
