-- Readers and deliveries of the demo's past newsletters, counted by category.

CREATE TABLE counted_audiences (
  newsletter_id integer NOT NULL REFERENCES newsletters (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  category_id integer NOT NULL,
  readers integer NOT NULL,
  free_only integer NOT NULL,
  joined integer NOT NULL,
  delivered integer NOT NULL,
  PRIMARY KEY (newsletter_id, category_id)
);
