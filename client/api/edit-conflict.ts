/**
 * The values of a form whose record someone else saved in the meantime: the ones that this person changed, and theirs in
 * all other fields, so that the next save doesn't undo their changes.
 */
export const keepOwnChanges = <Values extends object>(before: Values, own: Values, theirs: Values): Values => {
  const names = Object.keys(own) as (keyof Values)[];
  const isChanged = (name: keyof Values) => JSON.stringify(own[name]) !== JSON.stringify(before[name]);
  return { ...theirs, ...Object.fromEntries(names.filter(isChanged).map((name) => [name, own[name]])) };
};
