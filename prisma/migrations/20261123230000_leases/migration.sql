-- Leases on exclusive work: the daily jobs, a newsletter's sender, and an email's delivery. Their locks belonged to
-- sessions, which a pooler in transaction mode doesn't keep.
-- docs/decisions/0141-lease-exclusive-work-in-a-table.md

CREATE SEQUENCE lease_fences;

CREATE TABLE leases (
  name text NOT NULL,
  holder text NOT NULL,
  fence bigint NOT NULL DEFAULT nextval('lease_fences'),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT leases_pkey PRIMARY KEY (name)
);
ALTER SEQUENCE lease_fences OWNED BY leases.fence;
