/**
 * Merges a form's values after someone else has saved the record: keeps the fields that this person changed, and takes
 * the other person's values in all other fields, so that the next save doesn't undo the other person's changes.
 */
export const keepOwnChanges = <Values extends object>(before: Values, own: Values, theirs: Values): Values => {
  const names = Object.keys(own) as (keyof Values)[];
  const isChanged = (name: keyof Values) => JSON.stringify(own[name]) !== JSON.stringify(before[name]);
  return { ...theirs, ...Object.fromEntries(names.filter(isChanged).map((name) => [name, own[name]])) };
};
