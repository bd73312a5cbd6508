/** Uploads a file into an import, and continues an earlier upload of the same file where it stopped. */
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ReaderImport } from '#prisma';
import type { Deps } from '#server/platform/deps.ts';
import { createImport, storePart } from '#server/reader-imports/upload.ts';
import { extendDigest, IMPORT_PART_BYTES, MAX_IMPORT_BYTES } from '#shared/reader-imports.ts';

type UploadDeps = Pick<Deps, 'db' | 'now'>;
type Upload = {
  user_id: number;
  /** An interrupted upload to continue. */
  existing: ReaderImport | null;
  /** Called with the id of the import before the upload begins or continues. */
  onStart: (id: number) => void;
};

/**
 * Reads one part of the file at a time, so that memory use doesn't grow with the file. Throws an error for the operator
 * if the file can't be used, or the `AppError` of a refused part.
 */
export async function uploadFile(deps: UploadDeps, path: string, { user_id, existing, onStart }: Upload) {
  const handle = await openFile(path);
  try {
    const stats = await handle.stat();
    // Before the import is created, because a folder can be opened but not read.
    if (!stats.isFile()) throw new Error(`${path} isn’t a file. Name the CSV file to import.`);
    const { size } = stats;
    const file_name = basename(path);
    if (size < 1 || size > MAX_IMPORT_BYTES)
      throw new Error(`The file must be between 1 byte and ${MAX_IMPORT_BYTES / 2 ** 20} MB.`);
    if (existing && !(await isSameFile(handle, { size, file_name }, existing))) throw otherFileError(path, existing.id);
    const current = existing ?? (await createImport(deps, { user_id, file_name, file_bytes: size }));
    onStart(current.id);
    for (let offset = current.received; offset < size; offset += IMPORT_PART_BYTES)
      await storePart(deps, { id: current.id, offset, bytes: await readPart(handle, offset, size) });
    return current.id;
  } finally {
    await handle.close();
  }
}

export const openFile = (path: string): Promise<FileHandle> =>
  open(path).catch((error) => {
    throw new Error(`${path} can’t be read: ${error.message}`);
  });

export const otherFileError = (path: string, id: number) =>
  new Error(
    `${path} isn’t the file of import ${id}, or has changed since. Leave out --id to import it from the start.`,
  );

/** Compares the file with the parts of it that the import has received. */
export async function isSameFile(
  handle: FileHandle,
  { size, file_name }: { size: number; file_name: string },
  { received, upload_digest, ...existing }: ReaderImport,
) {
  if (existing.file_bytes !== size || existing.file_name !== file_name) return false;
  let digest: string | null = null;
  for (let offset = 0; offset < received; offset += IMPORT_PART_BYTES)
    digest = await extendDigest(digest, await readPart(handle, offset, size));
  return digest === upload_digest;
}

async function readPart(handle: FileHandle, offset: number, size: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(IMPORT_PART_BYTES, size - offset));
  await handle.read(bytes, 0, bytes.length, offset);
  return bytes;
}
