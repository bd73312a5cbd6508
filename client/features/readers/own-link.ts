/** The key of a reader who opened their own link in this tab, so that they can follow right away on the site's pages. */
const KEY = 'reader';

export function storeOwnLink(uuid: string) {
  try {
    sessionStorage.setItem(KEY, uuid);
  } catch {
    // The browser forbids it: the pages ask for an address.
  }
}

export function ownLink(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function forgetOwnLink() {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}
