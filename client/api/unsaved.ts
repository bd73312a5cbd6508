const QUESTION = 'You have unsaved changes. Leave this page anyway?';

/** The page's forms. Each says if it has unsaved changes when someone leaves. */
const forms = new Set<() => boolean>();

export const anyUnsaved = () => [...forms].some((isUnsaved) => isUnsaved());

/** Returns the way to stop. */
export function watchForm(isUnsaved: () => boolean) {
  forms.add(isUnsaved);
  return () => void forms.delete(isUnsaved);
}

/** True if nothing would be lost, or the person agrees to lose it. */
export const confirmLeave = () => !anyUnsaved() || window.confirm(QUESTION);
