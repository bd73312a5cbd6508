-- Saved views of the review queue. Each belongs to a staff account, which may share it with all staff.

CREATE TABLE saved_views (
  id serial NOT NULL,
  user_id integer NOT NULL,
  name text NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  filters jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (id),
  CONSTRAINT saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT saved_views_name CHECK (length(name) BETWEEN 1 AND 60)
);
CREATE UNIQUE INDEX saved_views_user_id_name_key ON saved_views (user_id, name);
CREATE INDEX saved_views_shared ON saved_views (name) WHERE is_shared;
