-- What happened to animals on each day (UTC), in days since 1970. Never pruned: events are.
CREATE TABLE daily_statistics (
  day INTEGER NOT NULL,
  category_id INTEGER NOT NULL,
  added INTEGER NOT NULL,
  adopted INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  PRIMARY KEY (day, category_id)
) STRICT, WITHOUT ROWID;

-- From the events that are still there, up to the one that the inventory has counted; later ones are counted with it.
INSERT INTO daily_statistics (day, category_id, added, adopted, returned, removed)
SELECT at / 86400000, coalesce(category_id, previous_category_id),
  sum(CASE WHEN previous_status IS NULL THEN 1 ELSE 0 END),
  sum(CASE WHEN previous_status <> 'sold' AND status = 'sold' THEN 1 ELSE 0 END),
  sum(CASE WHEN previous_status = 'sold' AND status <> 'sold' THEN 1 ELSE 0 END),
  sum(CASE WHEN status IS NULL THEN 1 ELSE 0 END)
FROM events
WHERE pet_id IS NOT NULL AND id <= coalesce((SELECT event_id FROM event_marks WHERE name = 'inventory'), 0)
GROUP BY at / 86400000, coalesce(category_id, previous_category_id);
