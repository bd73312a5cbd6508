-- Texts that staff insert into questions and refusals.

CREATE TYPE "MessageTemplateKind" AS ENUM ('question', 'refusal');

CREATE TABLE message_templates (
  id serial NOT NULL,
  kind "MessageTemplateKind" NOT NULL,
  name text NOT NULL,
  text text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT message_templates_pkey PRIMARY KEY (id),
  CONSTRAINT message_templates_text CHECK (length(name) BETWEEN 1 AND 80 AND length(text) BETWEEN 1 AND 2000)
);
CREATE UNIQUE INDEX message_templates_kind_name_key ON message_templates (kind, name);

INSERT INTO message_templates (kind, name, text) VALUES
  ('question', 'Price not visible yet',
    'The store still shows the regular price for “{title}”. Will the sale price be set by the day before your newsletter date?'),
  ('question', 'Store link doesn’t work',
    'One of the store links of “{title}” doesn’t lead to the book. Could you check the links and correct them?'),
  ('question', 'Better category',
    'We think that “{title}” would reach more of its readers in another category. Is that all right with you?'),
  ('question', 'Larger cover',
    'The cover of “{title}” is small and looks blurred in the newsletter. Could you upload it at 1,000 pixels or more?'),
  ('refusal', 'Cover is hard to read',
    'Readers see the cover about as wide as a thumb, and the title of “{title}” can’t be read at that size. With a clearer cover, please book again.'),
  ('refusal', 'Description needs editing',
    'The description of “{title}” has errors that readers would notice first. After a proofread, please book again.'),
  ('refusal', 'No fit right now',
    'We don’t have enough readers for books like “{title}” at the moment, and we don’t want to charge you for a weak result.');
