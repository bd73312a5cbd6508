-- Notes of staff about partners and their promotions.

CREATE TABLE internal_notes (
  id serial NOT NULL,
  partner_id integer NOT NULL,
  promotion_id integer,
  user_id integer NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT internal_notes_pkey PRIMARY KEY (id),
  CONSTRAINT internal_notes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT internal_notes_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT internal_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT internal_notes_text CHECK (length(text) BETWEEN 1 AND 2000)
);
CREATE INDEX internal_notes_partner_id_id_idx ON internal_notes (partner_id, id);
CREATE INDEX internal_notes_promotion_id_idx ON internal_notes (promotion_id);
CREATE INDEX internal_notes_user_id_idx ON internal_notes (user_id);
