/**
 * The changed fields, for a PATCH. The server leaves the others as they are, and the audit log names only the changed
 * ones.
 */
export function changedFields<Values extends Record<string, unknown>>(before: Values, after: Values): Partial<Values> {
  const names = Object.keys(after) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<Values>;
}
