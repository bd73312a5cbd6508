import { useSearchParams } from '#client/app/router.ts';
import { OUTCOMES, type Outcome } from '#shared/plain-forms.ts';

/** How the page's form went, when a browser without script sent it and the server answered with the page again. */
export function useSent(): Outcome | undefined {
  const sent = useSearchParams()[0].get('sent');
  return OUTCOMES.find((outcome) => outcome === sent);
}
