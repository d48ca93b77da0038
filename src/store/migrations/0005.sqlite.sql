-- One row: releases of an older schema version may not write.
CREATE TABLE petstore_writers (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  oldest_writer INTEGER NOT NULL
) STRICT;

INSERT INTO petstore_writers (id, oldest_writer) VALUES (1, 4);
