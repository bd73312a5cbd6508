import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { freshQuery } from '#client/api/use-api-form.ts';
import { useNavigate, useParams } from '#client/app/router.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { bookBody } from '../book-form.ts';
import { CoverPanel } from '../CoverPanel.tsx';
import { PartnerBookForm } from './PartnerBookForm.tsx';
import { partnerBookQuery, refreshCover, updateBook, uploadCover, useRefreshBooks } from './partner-api.ts';

export function PartnerBookEditScreen() {
  const id = Number(useParams().id);
  const book = useQuery(freshQuery(partnerBookQuery(id)));
  const [wasLookedUp, setLookedUp] = useState(false);
  const navigate = useNavigate();
  const refreshBooks = useRefreshBooks();
  return (
    <Page>
      <Seo title="Edit book" description="Change the details of your book." noindex />
      <PageTitle>{book.data?.title ?? 'Edit book'}</PageTitle>
      <QueryBoundary query={book} placeholder={<Skeleton height={640} />}>
        {(data) => (
          <PartnerBookForm
            key={data.id}
            book={data}
            submit={(values, before) =>
              updateBook(id, {
                ...changedFields(bookBody(before), bookBody(values)),
                // Sending the same ASIN again stores the data that was just looked up.
                ...(wasLookedUp ? { asin: values.asin } : {}),
              })
            }
            onFetched={(data) => data && setLookedUp(true)}
            success="Your book was saved."
            onSaved={() => {
              void refreshBooks();
              void navigate(paths.partnerBook(id));
            }}
            coverUrl={data.cover_url}
            cover={<CoverPanel book={data} calls={{ uploadCover, refreshCover }} onChanged={refreshBooks} />}
          />
        )}
      </QueryBoundary>
    </Page>
  );
}
