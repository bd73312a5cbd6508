import { useSearchParams } from '#client/app/router.ts';
import { FORM_OUTCOMES, type FormOutcome } from '#shared/no-script-forms.ts';

/** The result of the page's form, after a browser without script has sent it and got the page again. */
export function useFormOutcome(): FormOutcome | undefined {
  const sent = useSearchParams()[0].get('sent');
  return FORM_OUTCOMES.find((outcome) => outcome === sent);
}
