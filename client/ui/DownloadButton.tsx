import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { download } from '#client/api/download.ts';
import type { Query } from '#client/api/http.ts';
import { Button } from './Button.tsx';

type Props = { path: string; query?: Query; children: ReactNode; session?: 'partner' | 'user' };

/** Downloads a file with a partner's session, or staff's. */
export function DownloadButton({ path, query = {}, children, session = 'partner' }: Props) {
  const downloading = useMutation({ mutationFn: () => download(path, { role: session, query }) });
  return (
    <Button type="button" look="quiet" busy={downloading.isPending} onClick={() => downloading.mutate()}>
      {children}
    </Button>
  );
}
