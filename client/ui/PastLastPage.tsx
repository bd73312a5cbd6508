import { useLocation } from '#client/app/router.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** A placeholder for a page number that is past the list's last page. `state` is the link's router state. */
export function PastLastPage({ state }: { state?: string }) {
  const params = new URLSearchParams(useLocation().search);
  params.delete('page');
  return (
    <EmptyState
      title="Nothing on this page"
      action={
        <Button to={`?${params}`} state={state}>
          Go to the first page
        </Button>
      }
    />
  );
}
