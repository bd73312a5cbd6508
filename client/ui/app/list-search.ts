/** Rules of a list's address: '?q=tower&display_status=declined&page=2'. */

/** The filters alone: what is remembered. */
export function withoutPage(params: URLSearchParams) {
  const filters = new URLSearchParams(params);
  filters.delete('page');
  return filters.toString();
}

/** A change of filters leads to the first page unless it names one; '' takes a filter away. */
export function changedSearch(params: URLSearchParams, changes: { [name: string]: string }) {
  const next = new URLSearchParams(withoutPage(params));
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next.toString();
}
