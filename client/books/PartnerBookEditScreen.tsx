import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#client/partners/parts/Loaded.tsx';
import { useNavigate, useParams } from '#client/router.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { PartnerBookForm } from './PartnerBookForm.tsx';
import { CoverPanel } from './PartnerCoverPanel.tsx';
import { changeBook, partnerBookQuery, useBooksChanged } from './partner-api.ts';

export function PartnerBookEditScreen() {
  const id = Number(useParams().id);
  const book = useQuery(partnerBookQuery(id));
  const navigate = useNavigate();
  const changed = useBooksChanged();
  return (
    <Page>
      <Seo title="Edit book" description="Change the details of your book." noindex />
      <PageTitle>{book.data?.title ?? 'Edit book'}</PageTitle>
      <Loaded query={book} waiting={<Skeleton height={640} />}>
        {(found) => (
          <PartnerBookForm
            key={found.id}
            book={found}
            submit={(body) => changeBook(id, body)}
            success="Your book was saved."
            onSaved={() => {
              void changed();
              void navigate(paths.partnerBook(id));
            }}
            coverUrl={found.cover_url}
            cover={<CoverPanel book={found} />}
          />
        )}
      </Loaded>
    </Page>
  );
}
