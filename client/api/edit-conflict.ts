/**
 * Merges a form's values after someone else has saved the record. Keeps the fields that this person changed, and takes
 * the other person's values in all other fields, so that the next save doesn't undo the other person's changes.
 */
export const keepOwnChanges = <Values extends object>(before: Values, own: Values, theirs: Values): Values => {
  const kept = changedNames(before, own).map((name) => [name, own[name]]);
  return { ...theirs, ...Object.fromEntries(kept) };
};

/** The fields that both people changed, to different values. */
export function changedByBoth<Values extends object>(before: Values, own: Values, theirs: Values): (keyof Values)[] {
  const different = new Set(changedNames(own, theirs));
  const changed = new Set(changedNames(before, theirs));
  return changedNames(before, own).filter((name) => different.has(name) && changed.has(name));
}

const changedNames = <Values extends object>(before: Values, after: Values) =>
  (Object.keys(after) as (keyof Values)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
