import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { useParams, useSearchParams } from '#client/app/router.ts';
import { BookFilterForm } from '#client/features/books/public/BookFilterForm.tsx';
import { BookResults } from '#client/features/books/public/BookResults.tsx';
import { bookFilters, bookSearchHref, bookSearchOf, isFiltered } from '#client/features/books/public/book-search.ts';
import { booksQuery } from '#client/features/books/public/queries.ts';
import { ChipLinks } from '#client/ui/ChipLinks.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';

export function CategoryScreen() {
  const { api } = useApp();
  const id = Number(useParams().id);
  const search = bookSearchOf(useSearchParams()[0]);
  const { data } = useSuspenseQuery(booksQuery(api, bookFilters(search, { category_id: id })));
  const categories = useSuspenseQuery(categoriesQuery(api)).data;
  const category = categories.find((other) => other.id === id);
  if (!category) return null;
  const path = paths.category(category);
  const siblings = categories.filter((other) => other.super_category_id === category.super_category_id);
  return (
    <Page>
      <Seo
        title={`${category.name} ebooks`}
        page={search.page}
        description={`${category.name} ebooks and today’s ${category.name.toLowerCase()} deals: free, 99 cents, or at least half off.`}
        path={bookSearchHref(path, { page: search.page })}
        noindex={isFiltered(search)}
      />
      <PageTitle
        lead={`${category.name} books from their authors and publishers. Today’s deals have their price under the cover.`}
      >
        {category.name}
      </PageTitle>
      <ChipLinks
        label="Related categories"
        chips={siblings.map((other) => ({ to: paths.category(other), label: other.name, isCurrent: other.id === id }))}
      />
      <BookFilterForm action={path} search={search} hasPriceFilters />
      <BookResults path={path} search={search} noun="book" {...data} />
    </Page>
  );
}
