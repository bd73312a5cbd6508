import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { readerImportsApi } from '#shared/api/reader-imports.ts';
import { IMPORT_PART_BYTES, isWorking } from '#shared/reader-imports.ts';

export const importsApi = clientFor(readerImportsApi, 'user');

const KEY = ['user', 'reader imports'];
const POLL_MS = 2_000;

/** Polled while the server works on an import. */
export const importsQuery = queryOptions({
  queryKey: KEY,
  queryFn: () => importsApi.list(),
  refetchInterval: ({ state }) =>
    state.data?.reader_imports.some(({ status }) => isWorking(status)) ? POLL_MS : false,
});

export function useRefreshImports() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: KEY });
}

/** Uploads a file part by part, so that neither the browser nor the server holds all of it. */
export async function uploadList(file: File, onProgress: (part: number) => void) {
  const body = { file_name: file.name.slice(-200), file_bytes: file.size };
  const { id } = (await importsApi.create({ body })).reader_import;
  for (let offset = 0; offset < file.size; offset += IMPORT_PART_BYTES) {
    const part = new File([file.slice(offset, offset + IMPORT_PART_BYTES)], 'part');
    await importsApi.storePart({ id, query: { offset: String(offset) }, file: part });
    onProgress(Math.min(1, (offset + IMPORT_PART_BYTES) / file.size));
  }
}
