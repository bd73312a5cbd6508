-- Staff search promotions by the names and addresses of their partners, by their authors, and by ASIN.

CREATE INDEX partners_name_trgm ON partners USING gin (name gin_trgm_ops);
CREATE INDEX partners_uid_trgm ON partners USING gin ((uid::text) gin_trgm_ops);
CREATE INDEX authors_name_trgm ON authors USING gin (name gin_trgm_ops);
CREATE INDEX books_asin_idx ON books (asin);
