-- Clicks held for review with the decisions of staff, and partners' questions about counted clicks.

CREATE TYPE "ClickDecision" AS ENUM ('count', 'exclude');

CREATE TABLE click_holds (
  promotion_id integer NOT NULL REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  rule text NOT NULL,
  subject text NOT NULL,
  clicks integer NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  decision "ClickDecision",
  decided_by integer REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  decided_at timestamptz(3),
  note text,
  PRIMARY KEY (promotion_id, rule, subject),
  CONSTRAINT click_holds_decided CHECK ((decision IS NULL) = (decided_at IS NULL))
);
CREATE INDEX click_holds_decided_by_idx ON click_holds (decided_by);

CREATE TABLE click_questions (
  id serial PRIMARY KEY,
  promotion_id integer NOT NULL REFERENCES promotions (id) ON DELETE RESTRICT ON UPDATE CASCADE,
  question text NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  answer text,
  answered_by integer REFERENCES users (id) ON DELETE SET NULL ON UPDATE CASCADE,
  answered_at timestamptz(3),
  CONSTRAINT click_questions_answered CHECK ((answer IS NULL) = (answered_at IS NULL))
);
CREATE INDEX click_questions_promotion_id_id_idx ON click_questions (promotion_id, id);
CREATE INDEX click_questions_answered_by_idx ON click_questions (answered_by);
CREATE UNIQUE INDEX click_questions_one_open ON click_questions (promotion_id) WHERE answered_at IS NULL;
