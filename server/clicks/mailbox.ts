/** Recognizes addresses of one mailbox, alias services, and domains that belong to one owner. */

const GMAIL = ['gmail.com', 'googlemail.com'];
/**
 * Providers where anyone can get an address. Domains outside this and the next two constants are assumed to have an
 * owner who can make up addresses.
 */
const PUBLIC_PROVIDERS = new Set([
  ...GMAIL,
  ...'msn.com passport.com ymail.com rocketmail.com aol.com icloud.com me.com mac.com'.split(' '),
  ...'proton.me protonmail.com pm.me tutanota.com tuta.com posteo.de fastmail.com zoho.com hey.com mail.com'.split(' '),
  ...'web.de t-online.de freenet.de mail.ru yandex.ru yandex.com qq.com 163.com 126.com naver.com'.split(' '),
  ...'wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz'.split(' '),
  ...'comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net'.split(' '),
  ...'shaw.ca telus.net rogers.com sympatico.ca videotron.ca btinternet.com sky.com virginmedia.com'.split(' '),
  ...'orange.fr free.fr wanadoo.fr laposte.net libero.it bigpond.com optusnet.com.au xtra.co.nz'.split(' '),
]);
/** Providers with a domain in each country: hotmail.fr, yahoo.co.uk. */
const IN_EVERY_COUNTRY = /^(outlook|hotmail|live|yahoo|gmx)\.(com|net|[a-z]{2}|(com?)\.[a-z]{2})$/;

/**
 * Domains of services where one person has any number of addresses that reach one mailbox: SimpleLogin and Proton Pass,
 * addy.io, DuckDuckGo, Apple's Hide My Email, Firefox Relay, 33Mail. Some give each customer a subdomain.
 */
const ALIAS_SERVICES = [
  ...'simplelogin.com simplelogin.co simplelogin.io simplelogin.fr slmail.me slmails.com silomails.com'.split(' '),
  ...'aleeas.com 8alias.com 8shield.net dralias.com passmail.net passmail.com passinbox.com passfwd.com'.split(' '),
  ...'anonaddy.com anonaddy.me addymail.com addy.io 4wrd.cc mailer.me'.split(' '),
  ...'duck.com privaterelay.appleid.com private.icloud.com mozmail.com 33mail.com'.split(' '),
];

/** Normalizes an address: removes a tag after "+" and, for Gmail, dots. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [name = ''] = local.split('+');
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

const domainOf = (email: string) => email.toLowerCase().split('@')[1] ?? '';

export const isAlias = (email: string): boolean =>
  ALIAS_SERVICES.some((service) => domainOf(email) === service || domainOf(email).endsWith(`.${service}`));

/**
 * The domain without its subdomains, because its owner can make up subdomains as easily as addresses. Null for public
 * providers and alias services.
 */
export function ownedDomainOf(email: string): string | null {
  const domain = domainOf(email);
  if (!domain || PUBLIC_PROVIDERS.has(domain) || IN_EVERY_COUNTRY.test(domain) || isAlias(email)) return null;
  const labels = domain.split('.');
  // Suffixes such as co.uk: a short name under a country code.
  const isDeepSuffix = labels.at(-1)!.length === 2 && labels.length > 2 && labels.at(-2)!.length <= 3;
  return labels.slice(isDeepSuffix ? -3 : -2).join('.');
}
