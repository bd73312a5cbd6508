import type { ReactNode } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import type { Meta } from '#shared/params.ts';
import { Alert } from '../Alert.tsx';
import { Button } from '../Button.tsx';
import { PastLastPage } from '../PastLastPage.tsx';
import { ListSkeleton } from '../Skeletons.tsx';

type Props<T> = {
  /** The result of useQuery, or several of them combined. */
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };
  /** A placeholder of the final size. */
  placeholder?: ReactNode;
  children: (data: T) => ReactNode;
};

/**
 * Shows a query's data, or a placeholder while it loads. Past a list's last page, links to the first one. On failure,
 * shows a warning if the record is missing, or else a button to try again. A notification has already reported the
 * failure, unless the query is silent.
 */
export function QueryBoundary<T>({ query, placeholder = <ListSkeleton />, children }: Props<T>) {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return isPastLastPage(data) ? <PastLastPage state={SKIP_UNSAVED_PROMPT} /> : children(data);
  if (!error) return placeholder;
  if (isMissing(error)) return <Alert kind="warning">This was removed, or it belongs to another account.</Alert>;
  return (
    <Alert kind="error" title="This didn’t load">
      <Button type="button" look="quiet" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Alert>
  );
}

/** True for an empty page after the first, if the list itself isn't empty. */
function isPastLastPage(data: unknown): boolean {
  const { meta, ...rows } = Object(data) as { meta?: Meta };
  if (!meta || meta.page === 1 || meta.total_count === 0) return false;
  return Object.values(rows).every((value) => !Array.isArray(value) || value.length === 0);
}
