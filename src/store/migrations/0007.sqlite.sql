-- `created_by` is the key that answers for a webhook; unknown (NULL) for those of earlier releases.
ALTER TABLE webhooks ADD COLUMN created_by INTEGER;
ALTER TABLE webhooks ADD COLUMN description TEXT;
-- A paused webhook keeps its status: when it is set, nothing is sent.
ALTER TABLE webhooks ADD COLUMN paused_at INTEGER;
-- Why it is paused or disabled.
ALTER TABLE webhooks ADD COLUMN reason TEXT;
-- The secret before the last rotation, which also signs until then.
ALTER TABLE webhooks ADD COLUMN previous_secret TEXT;
ALTER TABLE webhooks ADD COLUMN previous_until INTEGER;
-- The time of the first failure since the last success.
ALTER TABLE webhooks ADD COLUMN failing_since INTEGER;

ALTER TABLE events ADD COLUMN webhook_id INTEGER;
ALTER TABLE pending_events ADD COLUMN webhook_id INTEGER;

-- What was sent in the last days. An `event_id` of 0 is a test.
CREATE TABLE webhook_attempts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook_id INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER,
  failure TEXT
) STRICT;

CREATE INDEX webhook_attempts_by_webhook ON webhook_attempts (webhook_id, id);
CREATE INDEX webhook_attempts_by_time ON webhook_attempts (at);
CREATE INDEX webhooks_by_key ON webhooks (created_by, id);
