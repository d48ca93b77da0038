-- Runs when every name has its key.

-- An index of SQLite ends in the row's id.
CREATE INDEX pets_by_name ON pets (name_key);
CREATE INDEX pets_by_updated_at ON pets (updated_at);

-- Keys have only letters, digits and spaces, which this tokenizer separates them by. Without positions (`detail`) and lengths
-- (`columnsize`), which no search needs, the index has a third of the size.
CREATE VIRTUAL TABLE pet_words USING fts5 (
  name_key, content = 'pets', content_rowid = 'id', tokenize = 'ascii', prefix = '1 2 3', detail = 'none', columnsize = 0
);
INSERT INTO pet_words (pet_words) VALUES ('rebuild');

CREATE TRIGGER pet_words_insert AFTER INSERT ON pets BEGIN
  INSERT INTO pet_words (rowid, name_key) VALUES (new.id, new.name_key);
END;

CREATE TRIGGER pet_words_update AFTER UPDATE OF name_key ON pets WHEN old.name_key <> new.name_key BEGIN
  INSERT INTO pet_words (pet_words, rowid, name_key) VALUES ('delete', old.id, old.name_key);
  INSERT INTO pet_words (rowid, name_key) VALUES (new.id, new.name_key);
END;

CREATE TRIGGER pet_words_delete AFTER DELETE ON pets BEGIN
  INSERT INTO pet_words (pet_words, rowid, name_key) VALUES ('delete', old.id, old.name_key);
END;
