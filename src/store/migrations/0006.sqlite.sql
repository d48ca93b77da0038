-- The sums of the inventory and of the statistics over all categories, so that reading them costs the same however many
-- categories there are. The mark tells up to which event they go. Older releases do not keep them: then the marks differ,
-- and the sums are made again.
CREATE TABLE inventory_totals (
  status TEXT PRIMARY KEY,
  animals INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO inventory_totals (status, animals) SELECT status, sum(animals) FROM inventory GROUP BY status;

CREATE TABLE daily_totals (
  day INTEGER PRIMARY KEY,
  added INTEGER NOT NULL,
  adopted INTEGER NOT NULL,
  returned INTEGER NOT NULL,
  removed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO daily_totals (day, added, adopted, returned, removed)
SELECT day, sum(added), sum(adopted), sum(returned), sum(removed) FROM daily_statistics GROUP BY day;

INSERT INTO event_marks (name, event_id) SELECT 'totals', event_id FROM event_marks WHERE name = 'inventory';

CREATE INDEX daily_statistics_by_category ON daily_statistics (category_id, day);
