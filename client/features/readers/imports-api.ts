import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { readerImportsApi } from '#shared/api/reader-imports.ts';
import { extendDigest, IMPORT_PART_BYTES, isWorking, type ReaderImport } from '#shared/reader-imports.ts';

export const importsApi = clientFor(readerImportsApi, 'user');

const KEY = ['user', 'reader imports'];
const POLL_MS = 2_000;

/** Polled while the server works on an import. */
export const importsQuery = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: () => importsApi.list(),
  refetchInterval: ({ state }) =>
    state.data?.reader_imports.some(({ status }) => isWorking(status)) ? POLL_MS : false,
});

/** Counts of the permission emails, which are sent in batches a minute apart. */
export const permissionEmailsQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'campaign', id],
    queryFn: () => importsApi.campaign({ id }),
    refetchInterval: 60_000,
  });

/** Read only when the administrator is asked to confirm, because it takes a while for a long list. */
export const undoPlanQuery = (id: number) =>
  queryOptions({ queryKey: [...KEY, 'undo plan', id], queryFn: () => importsApi.undoPlan({ id }), staleTime: 0 });

export function useRefreshImports() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

/**
 * Uploads a file part by part, so that neither the browser nor the server holds all of it in memory. Continues an
 * interrupted upload of the same file.
 */
export async function uploadImportFile(file: File, onProgress: (share: number) => void) {
  const file_name = file.name.slice(-MAX_NAME_LENGTH);
  let current =
    (await findUnfinished(file, file_name)) ??
    (await importsApi.create({ body: { file_name, file_bytes: file.size } })).reader_import;
  while (current.status === 'uploading') {
    const { id, received } = current;
    onProgress(received / file.size);
    const part = new File([partAt(file, received)], 'part');
    current = (await importsApi.storePart({ id, query: { offset: String(received) }, file: part })).reader_import;
  }
}

const MAX_NAME_LENGTH = 200;
const partAt = (file: File, offset: number) => file.slice(offset, offset + IMPORT_PART_BYTES);

/** The unfinished upload of a file with this name and size, if its parts are those of the file. */
async function findUnfinished(file: File, file_name: string): Promise<ReaderImport | null> {
  for (const one of (await importsApi.list()).reader_imports) {
    const isLikely = one.status === 'uploading' && one.file_name === file_name && one.file_bytes === file.size;
    if (isLikely && one.upload_digest === (await digestOf(file, one.received))) return one;
  }
  return null;
}

async function digestOf(file: File, bytes: number): Promise<string | null> {
  let digest: string | null = null;
  for (let offset = 0; offset < bytes; offset += IMPORT_PART_BYTES)
    digest = await extendDigest(digest, new Uint8Array(await partAt(file, offset).arrayBuffer()));
  return digest;
}
