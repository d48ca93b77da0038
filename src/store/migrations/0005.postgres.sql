-- One row: releases of an older schema version may not write. Not a column of petstore_schema, because a change of that
-- table would be in a deadlock with nodes that wait for the lock of its row.
CREATE TABLE petstore_writers (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  oldest_writer BIGINT NOT NULL
);

INSERT INTO petstore_writers (id, oldest_writer) VALUES (1, 4);
