/** Checks for unsaved changes, one for each form on the page. */
const unsavedChecks = new Set<() => boolean>();

export const hasUnsavedChanges = () => [...unsavedChecks].some((isUnsaved) => isUnsaved());

/** Registers a form's check for unsaved changes. Returns a function that unregisters it. */
export function registerForm(isUnsaved: () => boolean) {
  unsavedChecks.add(isUnsaved);
  return () => void unsavedChecks.delete(isUnsaved);
}

/** True if there are no unsaved changes, or the user agrees to lose them. */
const confirmLoss = (question: string) => !hasUnsavedChanges() || window.confirm(question);

export const confirmLeave = () => confirmLoss('You have unsaved changes. Leave this page anyway?');

/** For an action after which the page's forms start again from the saved values. */
export const confirmDiscard = () => confirmLoss('This discards your unsaved changes. Continue?');
