import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApp } from '#client/api/app.ts';
import { Link, useParams, useSearchParams } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { paths } from '#shared/paths.ts';
import { type ListItem, listItemOf, wishPrice } from '#shared/reader-list.ts';
import { addToList, failureText, fetchReader, listKey, readerKey } from './api.ts';
import { itemNameQuery } from './list-item.ts';
import { storeReaderUuid } from './reader-uuid.ts';

/**
 * The target of an email's "Follow" link and of the link that confirms a request. Scanners open links, so only the
 * button adds.
 */
export function ReaderListScreen() {
  const { uuid = '' } = useParams();
  const [search] = useSearchParams();
  const item = listItemOf(search.get('item'))!;
  const page = search.get('from') ?? undefined;
  const { name } = useSuspenseQuery(itemNameQuery(useApp().api, item)).data;
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: () => addToList(uuid, { ...item, page }),
    onSuccess: (list) => queryClient.setQueryData(listKey(uuid), list),
    meta: { silent: true },
  });
  const status = useQuery({
    queryKey: readerKey(uuid),
    queryFn: () => fetchReader(uuid),
    meta: { silent: true },
  }).data?.status;
  const outcome = useFormOutcome();
  const isDone = add.isSuccess || outcome === 'done';
  const { support_email } = useShell();
  useEffect(() => {
    if (status === 'active') storeReaderUuid(uuid);
  }, [uuid, status]);
  const verb = item.kind === 'book' ? 'Save' : 'Follow';
  return (
    <Page width="text">
      <Seo title={`${verb} ${name}`} description="Add it to your list." noindex />
      <PageTitle>{isDone ? doneTitle(item, name) : `${verb} ${name}?`}</PageTitle>
      {isDone ? (
        <Alert kind="success" title="Added to your list.">
          {effectOf(item)}
        </Alert>
      ) : (
        <>
          <p>{effectOf(item)}</p>
          {add.error && <Alert kind="error">{failureText(add.error, support_email)}</Alert>}
          <Form onSubmit={() => add.mutate()} busy={add.isPending} label={verb} worksWithoutScript>
            <div>
              <Button type="submit" busy={add.isPending}>
                {item.kind === 'book' ? 'Save book' : 'Follow'}
              </Button>
            </div>
          </Form>
        </>
      )}
      {status && status !== 'active' && (
        <Alert kind="warning">
          You don’t get the newsletter now, so you won’t hear about it. <Link to="/#sign-up">Sign up again</Link>
        </Alert>
      )}
      <p>
        <Link to={`${paths.readerEdit(uuid)}#list`}>Your list and preferences</Link>
      </p>
    </Page>
  );
}

const doneTitle = ({ kind }: ListItem, name: string) => (kind === 'book' ? `Saved: ${name}` : `You follow ${name}`);

function effectOf({ kind, max_price_cents = null }: ListItem) {
  if (kind === 'book') {
    const price = max_price_cents === null ? 'on sale' : wishPrice(max_price_cents);
    return `We’ll tell you in your newsletter when it’s ${price}.`;
  }
  const deals = kind === 'series' ? 'Deals in this series' : 'Deals by this author';
  return `${deals} will come first in your newsletter, in any genre.`;
}
