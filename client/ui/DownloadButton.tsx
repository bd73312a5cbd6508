import { useMutation } from '@tanstack/react-query';
import { download } from '#client/api/download.ts';
import type { Query } from '#client/api/http.ts';
import { Button } from './Button.tsx';

type Props = { path: string; query?: Query; children: string; label?: string; session?: 'partner' | 'user' };

/** Downloads a file with a partner's session, or staff's. `label` names it for screen readers. */
export function DownloadButton({ path, query = {}, children, label, session = 'partner' }: Props) {
  const file = useMutation({ mutationFn: () => download(path, { role: session, query }) });
  return (
    <Button type="button" look="quiet" busy={file.isPending} aria-label={label} onClick={() => file.mutate()}>
      {children}
    </Button>
  );
}
