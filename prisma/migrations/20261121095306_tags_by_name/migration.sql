-- DropIndex
DROP INDEX "tags_slug_key";

-- A tag's name is used once, whatever its case. Its address has the id in it, so two names may share a slug.
CREATE UNIQUE INDEX tags_one_name_any_case ON tags (lower(name));
