/** What opens something to whoever holds it stands in a mail's row only until the mail is sent or given up. */
import type { MailProps, MailTemplate } from './templates.ts';

const SECRETS: { [T in MailTemplate]?: (keyof MailProps[T])[] } = {
  password_reset: ['reset_url'],
  staff_invitation: ['accept_url'],
  email_verification: ['verify_url'],
  reader_confirm: ['confirm_url'],
};

/** The props in two columns; `secrets` is left out where there are none. */
export function apart(template: MailTemplate, props: object): { props: object; secrets?: object } {
  const names: readonly string[] = SECRETS[template] ?? [];
  if (!names.length) return { props };
  const entries = Object.entries(props);
  return {
    props: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    secrets: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
  };
}
