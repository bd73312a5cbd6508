/** The checks for unsaved changes, one for each registered form on the page. */
const unsavedChecks = new Set<() => boolean>();

export const hasUnsavedChanges = () => [...unsavedChecks].some((isUnsaved) => isUnsaved());

/** Registers a form's check for unsaved changes. Returns a function that unregisters it. */
export function registerForm(isUnsaved: () => boolean) {
  unsavedChecks.add(isUnsaved);
  return () => void unsavedChecks.delete(isUnsaved);
}

/** Asks for confirmation before unsaved changes are discarded. Returns true if confirmed, or if there are none. */
export const confirmDiscard = () => !hasUnsavedChanges() || window.confirm('You have unsaved changes. Discard them?');
