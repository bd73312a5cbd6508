-- Sales that partners enter after a promotion, and how the columns of their reports are read.

CREATE TABLE promotion_results (
  promotion_id integer NOT NULL,
  window_days integer NOT NULL,
  baseline_per_day double precision,
  kenp_micros integer NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT promotion_results_pkey PRIMARY KEY (promotion_id),
  CONSTRAINT promotion_results_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT promotion_results_numbers CHECK (
    window_days BETWEEN 1 AND 30 AND kenp_micros BETWEEN 0 AND 1000000
    AND (baseline_per_day IS NULL OR baseline_per_day BETWEEN 0 AND 100000))
);

-- Without a day, the line is the store's total.
CREATE TABLE promotion_sales (
  id serial NOT NULL,
  promotion_id integer NOT NULL,
  book_id integer NOT NULL,
  store "Store" NOT NULL,
  sold_on date,
  copies integer NOT NULL,
  pages integer NOT NULL,
  royalty_cents integer NOT NULL,
  CONSTRAINT promotion_sales_pkey PRIMARY KEY (id),
  CONSTRAINT promotion_sales_promotion_id_fkey FOREIGN KEY (promotion_id) REFERENCES promotion_results (promotion_id) ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT promotion_sales_book_id_fkey FOREIGN KEY (book_id) REFERENCES books (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT promotion_sales_numbers CHECK (
    abs(copies) <= 1000000 AND pages BETWEEN 0 AND 100000000 AND abs(royalty_cents) <= 100000000
    AND (pages = 0 OR store = 'amazon'))
);
CREATE UNIQUE INDEX promotion_sales_one_line ON promotion_sales (promotion_id, book_id, store, coalesce(sold_on, '-infinity'));
CREATE INDEX promotion_sales_book_id_idx ON promotion_sales (book_id);

CREATE TABLE sales_mappings (
  partner_id integer NOT NULL,
  header_hash text NOT NULL,
  mapping jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT sales_mappings_pkey PRIMARY KEY (partner_id, header_hash),
  CONSTRAINT sales_mappings_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners (id) ON DELETE CASCADE ON UPDATE CASCADE
);
