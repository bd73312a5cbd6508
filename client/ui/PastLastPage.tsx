import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** A placeholder for a page past the last one of a list. `to` is the first page. */
export const PastLastPage = ({ noun, to }: { noun: string; to: string }) => (
  <EmptyState title={`No ${noun} on this page`} action={<Button to={to}>Go to the first page</Button>} />
);
