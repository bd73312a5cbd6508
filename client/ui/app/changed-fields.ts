/** What differs from the record, for a PATCH: what is not sent is not touched, and the audit names only this. */
export function changedFields<Values extends Record<string, unknown>>(before: Values, after: Values): Partial<Values> {
  const names = Object.keys(after) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Values>;
}
