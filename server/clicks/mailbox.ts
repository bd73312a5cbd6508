/** Recognizes addresses that reach the same mailbox, and domains that belong to one owner. */

const GMAIL = ['gmail.com', 'googlemail.com'];
/** Providers where anyone gets an address; every other domain has an owner who can make up addresses. */
const PUBLIC_PROVIDERS = new Set([
  ...GMAIL,
  ...['outlook.com', 'hotmail.com', 'hotmail.co.uk', 'live.com', 'msn.com', 'passport.com'],
  ...['yahoo.com', 'yahoo.co.uk', 'yahoo.ca', 'yahoo.com.au', 'yahoo.co.in', 'ymail.com', 'rocketmail.com', 'aol.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'privaterelay.appleid.com'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'tutanota.com', 'fastmail.com', 'zoho.com', 'hey.com', 'duck.com'],
  ...['gmx.com', 'gmx.net', 'gmx.de', 'web.de', 't-online.de', 'mail.com', 'mail.ru', 'yandex.ru', 'qq.com', '163.com'],
  ...[
    'comcast.net',
    'verizon.net',
    'att.net',
    'sbcglobal.net',
    'bellsouth.net',
    'cox.net',
    'charter.net',
    'earthlink.net',
  ],
  ...[
    'shaw.ca',
    'telus.net',
    'rogers.com',
    'sympatico.ca',
    'videotron.ca',
    'btinternet.com',
    'sky.com',
    'virginmedia.com',
  ],
  ...['orange.fr', 'free.fr', 'wanadoo.fr', 'laposte.net', 'libero.it', 'bigpond.com', 'optusnet.com.au', 'xtra.co.nz'],
]);

/** Without a tag after "+", and for Gmail without dots. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@');
  const [name = ''] = local.split('+');
  return GMAIL.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** null for public providers. */
export function ownedDomainOf(email: string): string | null {
  const domain = email.toLowerCase().split('@')[1];
  return domain && !PUBLIC_PROVIDERS.has(domain) ? domain : null;
}
