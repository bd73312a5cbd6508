/** A suggestion for the form of a new book, stored in the tab and used once. */
type BookDraft = { title?: string; description?: string };
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const KEY = 'book_draft';

export const saveBookDraft = (draft: BookDraft, store: Store) => store.setItem(KEY, JSON.stringify(draft));
export const clearBookDraft = (store: Store) => store.removeItem(KEY);

export function readBookDraft(store: Store): BookDraft {
  try {
    const { title, description } = (JSON.parse(store.getItem(KEY) ?? '{}') ?? {}) as { [name: string]: unknown };
    return {
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
    };
  } catch {
    return {};
  }
}
