/** A registered form's check for unsaved changes, and the question before they are lost. */
type Check = { isUnsaved: () => boolean; question: string };

const checks = new Set<Check>();
const unsavedOnes = () => [...checks].filter(({ isUnsaved }) => isUnsaved());

const DISCARD_QUESTION = 'You have unsaved changes. Discard them?';

export const hasUnsavedChanges = () => unsavedOnes().length > 0;

/** Registers a form's check for unsaved changes. Returns a function that unregisters it. */
export function registerForm(isUnsaved: () => boolean, question = DISCARD_QUESTION) {
  const check = { isUnsaved, question };
  checks.add(check);
  return () => void checks.delete(check);
}

/** Asks for confirmation before unsaved changes are discarded. Returns true if confirmed, or if there are none. */
export function confirmDiscard() {
  const [question, ...others] = new Set(unsavedOnes().map((check) => check.question));
  return !question || window.confirm(others.length ? DISCARD_QUESTION : question);
}
