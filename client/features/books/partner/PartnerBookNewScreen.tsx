import { useEffect, useState } from 'react';
import { useNavigate } from '#client/app/router.ts';
import { forgetBookDraft, readBookDraft, tabStore } from '#client/features/ai/public/book-draft.ts';
import { Cover } from '#client/ui/Cover.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import type { Book, BookInput } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { bookBody } from '../book-form.ts';
import { CoverPicker } from '../CoverPanel.tsx';
import classes from '../PartnerBookForm.module.css';
import { PartnerBookForm } from './PartnerBookForm.tsx';
import { createBook, refreshCover, uploadCover, useBooksChanged } from './partner-api.ts';

const NO_COVER = '/no-cover.svg';

export function PartnerBookNewScreen() {
  const navigate = useNavigate();
  const changed = useBooksChanged();
  const draft = useBookDraft();
  const [picture, setPicture] = useState<File | null>(null);
  const [storeCover, setStoreCover] = useState<string | null>(null);
  const chosen = useObjectUrl(picture);
  const coverUrl = chosen ?? shownHere(storeCover) ?? NO_COVER;
  return (
    <Page>
      <Seo title="Add an eBook" description="Add a book that you want to promote." noindex />
      <PageTitle lead="Once it is here, you can promote it as often as you like.">Add an eBook</PageTitle>
      <PartnerBookForm
        draft={draft}
        submit={(values) => createWithCover(bookBody(values), picture, storeCover !== null)}
        success="Your book was added."
        onFetched={({ cover_url }) => setStoreCover(cover_url)}
        onSaved={({ id }) => {
          void changed();
          void navigate(paths.partnerBook(id));
        }}
        coverUrl={coverUrl}
        cover={
          <div className={classes.coverRow}>
            <Cover src={coverUrl} alt="" width={120} />
            <Stack gap="s">
              <CoverPicker onPick={setPicture} />
              {storeCover && !picture && <p>The cover from Amazon is taken over when you add the book.</p>}
            </Stack>
          </div>
        }
      />
    </Page>
  );
}

/** What an AI tool suggested for this book. It is used once. */
function useBookDraft() {
  const [draft] = useState(() => readBookDraft(tabStore()));
  useEffect(() => forgetBookDraft(tabStore()), []);
  return draft;
}

/** The book is saved either way: a cover that fails can be added on the next page. */
async function createWithCover(body: BookInput, picture: File | null, hasStoreCover: boolean): Promise<Book> {
  const book = await createBook(body);
  if (!picture && !(hasStoreCover && book.asin)) return book;
  try {
    return picture ? await uploadCover(book.id, picture) : await refreshCover(book.id);
  } catch {
    notify.error('The book was added, but its cover could not be saved. Please try the cover again.');
    return book;
  }
}

/** A cover on the store's own host is not shown before we have our copy. */
const shownHere = (url: string | null) => (url?.startsWith('/') ? url : null);

function useObjectUrl(file: File | null) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
