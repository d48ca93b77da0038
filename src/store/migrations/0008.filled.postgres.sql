-- Runs when every name has its key.

CREATE INDEX pets_by_name ON pets (name_key, id);
CREATE INDEX pets_by_updated_at ON pets (updated_at, id);

-- Every search reads all of the list of new entries (in kB).
CREATE INDEX pets_by_words ON pets USING gin (array_to_tsvector(string_to_array(name_key, ' ')))
  WITH (gin_pending_list_limit = 256);
