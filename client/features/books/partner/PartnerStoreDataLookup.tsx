import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { isMissing } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { allAuthorsQuery } from '#client/api/author-profiles.ts';
import { superCategoriesQuery } from '#client/api/categories.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Asin, type StoreData } from '#shared/books.ts';
import { type Fetched, fetchedValues } from '../book-form.ts';
import type { BookForm } from '../book-form-parts.ts';
import classes from '../PartnerBookForm.module.css';
import { storeDataOf } from './partner-api.ts';

type Props = { form: BookForm; onFetched: (values: Fetched, data: StoreData) => void };

/** Fills the form with what Amazon knows about an ASIN. */
export function StoreDataLookup({ form, onFetched }: Props) {
  const authors = useQuery(allAuthorsQuery());
  const groups = useQuery(superCategoriesQuery(useApp().api));
  const lookup = useMutation({
    mutationFn: storeDataOf,
    onSuccess: (data) => onFetched(fetchedValues(data, authors.data ?? [], groups.data ?? []), data),
  });
  const start = () => {
    const asin = Asin.safeParse(form.getValues().asin);
    if (asin.success) lookup.mutate(asin.data);
    else form.setFieldError('asin', 'An ASIN has ten letters or digits, for example B0DEMO0042.');
  };
  return (
    <Panel title="Fetch it from Amazon" lead="With the ASIN we fill in what Amazon knows. You can change all of it.">
      <div className={classes.lookup}>
        <TextInput
          label="ASIN"
          description="Ten letters or digits, on the book's Amazon page"
          size="md"
          maxLength={10}
          {...form.getInputProps('asin')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            start();
          }}
        />
        <Button size="md" variant="default" loading={lookup.isPending} onClick={start}>
          Fill in from Amazon
        </Button>
      </div>
      <div role="status">
        {lookup.data && <Outcome data={lookup.data} hasAuthor={form.getValues().author_id !== ''} />}
        {isMissing(lookup.error) && (
          <Alert kind="warning">Amazon knows no book with this ASIN. Type the details in below.</Alert>
        )}
      </div>
    </Panel>
  );
}

const Outcome = ({ data, hasAuthor }: { data: StoreData; hasAuthor: boolean }) => (
  <Alert kind="success">
    Filled in from {data.source === 'demo catalogue' ? 'the demo catalogue' : 'Amazon'}: {data.title}
    {data.author_name && ` by ${data.author_name}`}.{' '}
    {!hasAuthor && data.author_name && 'You have no author profile of that name yet; add one below.'}
  </Alert>
);
