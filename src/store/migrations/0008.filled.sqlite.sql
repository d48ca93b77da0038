-- Runs when every name has its key.

-- Animals up to this id are in `pet_names`, `pet_changes` and `pet_words`. A background job adds newer ones, many at once:
-- an index that each INSERT changes would write a random page for each name. Until then they are read from `pets`.
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
