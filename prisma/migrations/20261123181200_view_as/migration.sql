-- Staff look at a partner's screens with a token that can change nothing.

ALTER TYPE "TokenScope" ADD VALUE 'view_as';
ALTER TABLE auth_tokens ADD COLUMN viewer_id integer,
  ADD CONSTRAINT auth_tokens_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX auth_tokens_viewer_id_idx ON auth_tokens (viewer_id);
