/** After a new release the old chunks are gone: the page is loaded anew, once per failure and tab. True when it does so. */
export function reloadOnce(failure: string): boolean {
  const key = `reloaded for ${failure}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, 'yes');
  } catch {
    return false;
  }
  location.reload();
  return true;
}
