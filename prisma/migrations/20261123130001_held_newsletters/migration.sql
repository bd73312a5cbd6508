alter table newsletters add column held_at timestamptz(3);
