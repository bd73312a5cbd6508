-- Personal API keys of partners and staff.

CREATE TYPE "ApiScope" AS ENUM ('read', 'book', 'review', 'money');

CREATE TABLE api_keys (
  id serial NOT NULL,
  partner_id integer,
  user_id integer,
  name text NOT NULL,
  scopes "ApiScope"[] NOT NULL DEFAULT ARRAY[]::"ApiScope"[],
  secret_hash bytea NOT NULL,
  last4 text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  CONSTRAINT api_keys_owner CHECK (num_nonnulls(partner_id, user_id) = 1),
  CONSTRAINT api_keys_scopes CHECK (cardinality(scopes) > 0)
);
CREATE UNIQUE INDEX api_keys_secret_hash_key ON api_keys (secret_hash);
CREATE INDEX api_keys_partner_id_idx ON api_keys (partner_id);
CREATE INDEX api_keys_user_id_idx ON api_keys (user_id);
CREATE INDEX api_keys_revoked_at_idx ON api_keys (revoked_at);

ALTER TYPE "SecurityEventKind" ADD VALUE 'api_key_created';
ALTER TYPE "SecurityEventKind" ADD VALUE 'api_key_revoked';
