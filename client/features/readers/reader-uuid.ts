/**
 * The uuid of a reader who opened a link from their email in this tab, so that they can follow without confirming
 * again.
 */
const KEY = 'reader';

export function storeReaderUuid(uuid: string) {
  try {
    sessionStorage.setItem(KEY, uuid);
  } catch {
    // Without storage, the pages ask for an email address.
  }
}

export function storedReaderUuid(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetReaderUuid() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, there's nothing to remove.
  }
}
