import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { authorChoicesQuery } from '#client/api/author-profiles.ts';
import { useIdempotencyKeys } from '#client/api/idempotency-key.ts';
import { tabStore } from '#client/api/stored.ts';
import { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import { useNavigate } from '#client/app/router.ts';
import { clearBookDraft, readBookDraft } from '#client/features/ai/public/book-draft.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Cover, NO_COVER } from '#client/ui/Cover.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { bookBody } from '../book-form.ts';
import { CoverPicker } from '../CoverPanel.tsx';
import classes from '../PartnerBookForm.module.css';
import { PartnerBookForm } from './PartnerBookForm.tsx';
import { createBook, refreshCover, uploadCover, useRefreshBooks } from './partner-api.ts';

export function PartnerBookNewScreen() {
  const navigate = useNavigate();
  const refreshBooks = useRefreshBooks();
  const withKey = useIdempotencyKeys();
  const draft = useBookDraft();
  const authors = useQuery(authorChoicesQuery());
  const [picture, setPicture] = useState<File | null>(null);
  const [storeCover, setStoreCover] = useState<string | null>(null);
  const pictureUrl = useObjectUrl(picture);
  const coverUrl = pictureUrl ?? localUrl(storeCover) ?? NO_COVER;
  return (
    <Page>
      <Seo title="Add an eBook" description="Add a book that you want to promote." noindex />
      <PageTitle lead="Add it once, then promote it as often as every 30 days. A title is enough for a draft.">
        Add an eBook
      </PageTitle>
      <QueryBoundary query={authors} placeholder={<Skeleton height={640} />}>
        {(profiles) => (
          <PartnerBookForm
            draft={{ ...soleAuthor(profiles), ...draft }}
            submit={async (values) => {
              const body = bookBody(values);
              const book = await withKey(body, (key) => createBook(body, key));
              return saveCover(book, picture, storeCover !== null);
            }}
            onFetched={(data) => setStoreCover(data?.cover_url ?? null)}
            onSaved={({ id, status }) => {
              notify.success(status === 'draft' ? 'Your draft was saved.' : 'Your book was added.');
              void refreshBooks();
              // The form has asked about the drafts of a pasted list.
              void navigate(paths.partnerBook(id), { state: SKIP_UNSAVED_PROMPT });
            }}
            coverUrl={coverUrl}
            cover={
              <div className={classes.coverRow}>
                <Cover src={coverUrl} alt="" width={120} />
                <Stack gap="s">
                  <CoverPicker onPick={setPicture} />
                  {storeCover && !picture && <p>We’ll copy the cover from Amazon when you add the book.</p>}
                </Stack>
              </div>
            }
          />
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Preselects the author profile if there is only one. */
const soleAuthor = ([first, ...others]: readonly { id: number }[]) =>
  first && others.length === 0 ? { author_id: String(first.id) } : {};

/** The suggestion of an AI tool for this book, which is used only once. */
function useBookDraft() {
  const [draft] = useState(() => readBookDraft(tabStore()));
  useEffect(() => clearBookDraft(tabStore()), []);
  return draft;
}

/** Saves the new book's cover. If that fails, the partner can add the cover when editing the book. */
async function saveCover(book: Book, picture: File | null, hasStoreCover: boolean): Promise<Book> {
  if (!picture && !(hasStoreCover && book.asin)) return book;
  try {
    return picture ? await uploadCover(book.id, picture) : await refreshCover(book.id);
  } catch {
    notify.error('We added the book, but couldn’t save its cover. Please add the cover again.');
    return book;
  }
}

/** Null for covers on the store's host, which aren't shown until we have a copy. */
const localUrl = (url: string | null) => (url?.startsWith('/') ? url : null);

function useObjectUrl(file: File | null) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return url;
}
