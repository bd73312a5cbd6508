-- Recipients are chosen in ranges of readers, each in its own transaction.

ALTER TYPE "NewsletterStatus" ADD VALUE 'freezing' BEFORE 'frozen';

ALTER TABLE newsletters ADD COLUMN freeze_cursor integer NOT NULL DEFAULT 0;
