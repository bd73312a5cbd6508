/** Checks of the DNS records that mailbox providers require of bulk senders: SPF, DKIM, and DMARC. */
import { createPublicKey } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import { ownedDomainOf } from '#server/clicks/mailbox.ts';
import { type Config, isReserved, sendingDomain } from '#server/platform/config.ts';
import { bad, type Finding, good, note } from './finding.ts';

type Lookup = (name: string) => Promise<string[]>;
const lookUp: Lookup = async (name) => (await resolveTxt(name).catch(noRecords)).map((parts) => parts.join(''));

/** A resolver that doesn't answer must not look like a missing record. */
function noRecords({ code }: { code?: string }): [] {
  if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
  throw new Error(`The DNS lookup failed (${code}). Run doctor again.`);
}

export const BULK_SENDER_RULES =
  'Rules for bulk senders: https://support.google.com/a/answer/81126 and https://senders.yahooinc.com/best-practices/';

/**
 * Checks SPF, DMARC, and DKIM: Gmail and Yahoo may reject bulk email from a domain that lacks one of them, or mark it
 * as spam. Receivers look up SPF at the return path's domain, and DMARC at the sender's domain or its registered
 * domain. If a provider's HTTP API signs the emails, neither DKIM nor the provider's return path is checked, and the
 * finding is at best a note.
 */
export async function checkMailDns(config: Config, txt: Lookup = lookUp): Promise<Finding> {
  const domain = sendingDomain(config);
  if (isReserved(domain))
    return note(
      `MAIL_FROM uses ${domain}, a reserved domain that can’t send email. Set a real address before you go live.`,
    );
  const dmarc = (await dmarcAt(domain, txt)) ?? (await dmarcAt(registeredDomain(domain), txt));
  const sender = { domain, dmarc: dmarc ?? '' };
  const isSignedHere = !config.MAIL_HTTP_URL;
  const hasReturnPath = isSignedHere || Boolean(config.MAIL_BOUNCE_DOMAIN);
  const problems = [
    hasReturnPath ? await spfProblem(config.MAIL_BOUNCE_DOMAIN?.toLowerCase() ?? domain, txt) : null,
    dmarc ? null : `_dmarc.${registeredDomain(domain)} has no DMARC record`,
    ...(isSignedHere ? [...(await dkimProblems(config, txt)), dkimAlignmentProblem(config, sender)] : []),
  ].filter((problem) => problem !== null);
  // DMARC passes with DKIM alone.
  const warnings = [spfAlignmentProblem(config, sender)].filter((problem) => problem !== null);
  if (problems.length) return bad(`${[...problems, ...warnings].join('; ')}. ${BULK_SENDER_RULES}`);
  const unchecked = isSignedHere ? [] : [uncheckedText(config, domain)];
  const records = isSignedHere ? 'SPF, DMARC, and DKIM records are' : 'SPF and DMARC records are';
  const found = `${hasReturnPath ? records : 'A DMARC record is'} published for ${domain}`;
  const message = [...[found, ...warnings].map((text) => `${text}.`), ...unchecked, BULK_SENDER_RULES].join(' ');
  return warnings.length || unchecked.length ? note(message) : good(message);
}

const uncheckedText = ({ MAIL_HTTP_URL, MAIL_BOUNCE_DOMAIN }: Config, domain: string) =>
  `Not checked: DKIM${MAIL_BOUNCE_DOMAIN ? '' : ' and the return path'}, which ${new URL(MAIL_HTTP_URL!).hostname} adds. Send yourself a test email from a newsletter’s page, and look for dkim=pass with ${domain} in its Authentication-Results header.`;

const dmarcAt = async (domain: string, txt: Lookup) =>
  (await txt(`_dmarc.${domain}`)).find((record) => record.startsWith('v=DMARC1')) ?? null;

async function spfProblem(domain: string, txt: Lookup) {
  const records = (await txt(domain)).filter((record) => /^v=spf1( |$)/i.test(record));
  if (records.length === 1) return null;
  return records.length
    ? `${domain} has ${records.length} SPF records, and receivers accept only one`
    : `${domain} has no SPF record`;
}

async function dkimProblems(config: Config, txt: Lookup): Promise<(string | null)[]> {
  if (!config.DKIM_DOMAIN) return ['DKIM_DOMAIN is not set, so emails aren’t signed'];
  const keys = [
    { selector: config.DKIM_SELECTOR!, setting: 'DKIM_PRIVATE_KEY' as const },
    { selector: config.DKIM_ED25519_SELECTOR, setting: 'DKIM_ED25519_PRIVATE_KEY' as const },
  ];
  return Promise.all(
    keys.map(async ({ selector, setting }) => {
      const privateKey = config[setting];
      if (!selector || !privateKey) return null;
      const name = `${selector}._domainkey.${config.DKIM_DOMAIN}`;
      const publishedKey = (await txt(name)).map((record) => /\bp=([^;\s]+)/.exec(record)?.[1]).find(Boolean);
      if (!publishedKey) return `${name} has no key`;
      return publishedKey === publicKeyOf(privateKey)
        ? null
        : `the public key at ${name} doesn’t match ${setting}; publish the matching key`;
    }),
  );
}

/** The key in the format of the DNS record: SPKI for RSA, and the raw 32 bytes for Ed25519 (RFC 8463). */
function publicKeyOf(pem: string) {
  const key = createPublicKey(pem.replaceAll('\\n', '\n'));
  const der = key.export({ type: 'spki', format: 'der' });
  return (key.asymmetricKeyType === 'ed25519' ? der.subarray(-32) : der).toString('base64');
}

type Sender = { domain: string; dmarc: string };

/**
 * For DMARC, a domain is aligned with the sender's if both have the same registered domain. If the DMARC record
 * requires strict alignment, the two must be identical.
 */
function alignmentOf(used: string, { domain, dmarc }: Sender, tag: 'adkim' | 'aspf'): 'aligned' | 'strict' | 'other' {
  if (used.toLowerCase() === domain) return 'aligned';
  if (registeredDomain(used) !== registeredDomain(domain)) return 'other';
  return new RegExp(`;\\s*${tag}\\s*=\\s*s\\b`, 'i').test(dmarc) ? 'strict' : 'aligned';
}

function dkimAlignmentProblem({ DKIM_DOMAIN }: Config, sender: Sender) {
  const { domain } = sender;
  if (!DKIM_DOMAIN) return null;
  return {
    aligned: null,
    strict: `emails from ${domain} are signed by ${DKIM_DOMAIN}, but the DMARC record has adkim=s, so DKIM isn’t aligned; sign them with ${domain}`,
    other: `emails from ${domain} are signed by ${DKIM_DOMAIN}, so DKIM isn’t aligned and DMARC may fail; sign them with a domain of ${registeredDomain(domain)}`,
  }[alignmentOf(DKIM_DOMAIN, sender, 'adkim')];
}

function spfAlignmentProblem({ MAIL_BOUNCE_DOMAIN }: Config, sender: Sender) {
  const { domain } = sender;
  if (!MAIL_BOUNCE_DOMAIN) return null;
  return {
    aligned: null,
    strict: `MAIL_BOUNCE_DOMAIN is ${MAIL_BOUNCE_DOMAIN}, but the DMARC record has aspf=s, so SPF isn’t aligned with ${domain}; remove aspf=s from the record`,
    other: `MAIL_BOUNCE_DOMAIN is ${MAIL_BOUNCE_DOMAIN}, so SPF isn’t aligned with ${domain}; use a domain of ${registeredDomain(domain)}`,
  }[alignmentOf(MAIL_BOUNCE_DOMAIN, sender, 'aspf')];
}

const registeredDomain = (domain: string) => ownedDomainOf(`news@${domain}`) ?? domain;
