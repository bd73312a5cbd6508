import { useSearchParams } from '#client/app/router.ts';
import { FORM_OUTCOMES, type FormOutcome } from '#shared/no-script-forms.ts';

/** The result of a no-script form, which the server puts into the address of the page it redirects to. */
export function useFormOutcome(): FormOutcome | undefined {
  const sent = useSearchParams()[0].get('sent');
  return FORM_OUTCOMES.find((outcome) => outcome === sent);
}
