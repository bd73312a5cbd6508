/**
 * Recounts how many books contain each word, and deletes unused words. Of equally similar corrections, search prefers
 * the more common.
 */
import type { Deps } from '#server/platform/deps.ts';

const TIMEOUT_MS = 120_000;

export const recountWords = ({ db }: Pick<Deps, 'db'>) =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRawUnsafe(`set local statement_timeout = ${TIMEOUT_MS}`);
      await tx.$executeRaw`
        with used as materialized (select word, ndoc from ts_stat('select words from book_cards')),
          removed as (delete from book_words w where not exists (select 1 from used u where u.word = w.word))
        insert into book_words (word, books) select word, ndoc from used order by word
        on conflict (word) do update set books = excluded.books where book_words.books <> excluded.books`;
    },
    { timeout: TIMEOUT_MS },
  );
