-- Webhook endpoints of partners and staff, and the log of what was posted to them.

CREATE TABLE webhook_endpoints (
  id serial NOT NULL,
  partner_id integer,
  user_id integer,
  name text NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL DEFAULT ARRAY[]::text[],
  secret_salt bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_endpoints_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoints_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT webhook_endpoints_owner CHECK (num_nonnulls(partner_id, user_id) = 1)
);
CREATE INDEX webhook_endpoints_partner_id_idx ON webhook_endpoints (partner_id);
CREATE INDEX webhook_endpoints_user_id_idx ON webhook_endpoints (user_id);

CREATE TABLE webhook_deliveries (
  id serial NOT NULL,
  endpoint_id integer NOT NULL,
  event_id text NOT NULL,
  event text NOT NULL,
  data jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  last_status integer,
  last_error text,
  created_at timestamptz(3) NOT NULL,
  next_try_at timestamptz(3),
  delivered_at timestamptz(3),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX webhook_deliveries_endpoint_id_id_idx ON webhook_deliveries (endpoint_id, id);
CREATE INDEX webhook_deliveries_created_at_idx ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, next_try_at) WHERE next_try_at IS NOT NULL;
