-- Requests sent with an Idempotency-Key: at most one attempt runs at a time, and its response is kept for a day.

CREATE TABLE idempotency_keys (
  caller text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  attempt uuid NOT NULL,
  leased_until timestamptz(3) NOT NULL,
  has_written boolean NOT NULL DEFAULT false,
  status integer,
  body text,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
