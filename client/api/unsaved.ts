const QUESTION = 'Your changes are not saved yet. Leave this page without them?';

/** The forms of the page, each of which tells at the moment of leaving whether it holds changes that are not saved. */
const forms = new Set<() => boolean>();

export const anyUnsaved = () => [...forms].some((isUnsaved) => isUnsaved());

/** Returns the way to stop. */
export function watchForm(isUnsaved: () => boolean) {
  forms.add(isUnsaved);
  return () => void forms.delete(isUnsaved);
}

/** True when nothing would be lost, or may be. */
export const mayLeave = () => !anyUnsaved() || window.confirm(QUESTION);
