import { useLocation } from '#client/app/router.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** A placeholder for a page past the last one of the list in the address. `state`: the link's router state. */
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
