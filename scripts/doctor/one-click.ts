/** Check of the one-click unsubscribe (RFC 8058) in a newsletter's headers, as readers get them. */
import { createMimeWriter } from '#server/newsletters/mime.ts';
import { createUnsubscribeHeaders } from '#server/newsletters/personalize.ts';
import { type Config, isReserved, sendingDomain } from '#server/platform/config.ts';
import { mailSigner } from '#server/platform/mail-transport.ts';
import { bad, type Finding, good, note } from './finding.ts';
import { BULK_SENDER_RULES } from './mail-dns.ts';

export function checkOneClick(config: Config, now: Date): Finding {
  const [problem] = oneClickProblems(composeNewsletter(config, now));
  if (problem) {
    const message = `A newsletter’s ${problem}. ${BULK_SENDER_RULES}`;
    return isReserved(sendingDomain(config)) ? note(message) : bad(message);
  }
  const headers = 'Newsletters have an https link and the header of a one-click unsubscribe';
  return mailSigner(config)
    ? good(`${headers}, both in the DKIM signature.`)
    : note(`${headers}. Not checked: their DKIM signature, which isn’t made here.`);
}

/** A newsletter without deals to an invented address, written and signed like a real one. */
function composeNewsletter(config: Config, now: Date): string {
  const write = createMimeWriter({ from: config.MAIL_FROM, placeholders: [] });
  const message = write({
    ...{ to: 'reader@deckle.test', subject: 'Today', messageId: '<1@deckle.test>', date: now },
    ...{ headers: createUnsubscribeHeaders({ config }, 'daily')('key'), parts: [], values: [] },
  });
  return (mailSigner(config)?.(message) ?? message).toString('latin1');
}

/** Problems of the message's headers for a mailbox provider. A missing DKIM signature isn't one of them. */
export function oneClickProblems(message: string): string[] {
  const block = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '');
  const valuesOf = (name: string) =>
    [...block.matchAll(new RegExp(`^${name}:[ \\t]*(.*)$`, 'gim'))].map(([, value]) => value!.trim());
  const [links = ''] = valuesOf('List-Unsubscribe');
  const [post] = valuesOf('List-Unsubscribe-Post');
  const unsigned = valuesOf('DKIM-Signature').flatMap((signature) => {
    const signed = /\bh=([^;]*)/.exec(signature)?.[1]?.toLowerCase().split(':') ?? [];
    return ['List-Unsubscribe', 'List-Unsubscribe-Post'].filter((name) => !signed.includes(name.toLowerCase()));
  });
  return [
    ...(/<https:\/\/[^>]+>/.test(links)
      ? []
      : ['List-Unsubscribe header has no https link; set APP_URL to an https URL']),
    ...(post === 'List-Unsubscribe=One-Click' ? [] : ['List-Unsubscribe-Post header isn’t List-Unsubscribe=One-Click']),
    ...unsigned.map((name) => `${name} header isn’t in the DKIM signature`),
  ];
}
