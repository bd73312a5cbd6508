/** The checks of the registered forms on the page: each returns its question if changes would be lost. */
const checks = new Set<() => string | false>();
const questions = () => new Set([...checks].flatMap((check) => check() || []));

export const hasUnsavedChanges = () => questions().size > 0;

/** Registers a form's check for unsaved changes. Returns a function that unregisters it. */
export function registerForm(isUnsaved: () => boolean, question = 'You have unsaved changes. Discard them?') {
  const check = () => isUnsaved() && question;
  checks.add(check);
  return () => void checks.delete(check);
}

/** Asks for confirmation before unsaved changes are discarded. Returns true if confirmed, or if there are none. */
export const confirmDiscard = () => !hasUnsavedChanges() || window.confirm([...questions()].join('\n'));
