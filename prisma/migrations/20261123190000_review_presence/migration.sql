-- Staff in the review queue: the promotion that each browser tab shows, and the one editor who is deciding about a
-- promotion. Both lapse by the database's clock unless their tab renews them.

CREATE TABLE review_viewers (
  tab uuid NOT NULL,
  user_id integer NOT NULL,
  promotion_id integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT review_viewers_pkey PRIMARY KEY (tab),
  CONSTRAINT review_viewers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT review_viewers_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX review_viewers_expires_at_idx ON review_viewers (expires_at);
CREATE INDEX review_viewers_user_id_idx ON review_viewers (user_id);
CREATE INDEX review_viewers_promotion_id_idx ON review_viewers (promotion_id);

CREATE TABLE review_claims (
  promotion_id integer NOT NULL,
  tab uuid NOT NULL,
  user_id integer NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT review_claims_pkey PRIMARY KEY (promotion_id),
  CONSTRAINT review_claims_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT review_claims_user_id_fkey FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX review_claims_expires_at_idx ON review_claims (expires_at);
CREATE INDEX review_claims_user_id_idx ON review_claims (user_id);
CREATE INDEX review_claims_tab_idx ON review_claims (tab);
