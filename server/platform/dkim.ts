/**
 * DKIM signatures (RFC 6376; Ed25519: RFC 8463) with relaxed headers and a simple body: our bodies are
 * quoted-printable, so relays don't change their spaces. Implemented here because nodemailer supports RSA only and
 * silently sends unsigned emails when its key is wrong. See docs/decisions/0036-sign-dkim-ourselves.md.
 */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';

type DkimKey = { selector: string; key: KeyObject };

/** RFC 8058 requires a signature of both List-Unsubscribe headers; nodemailer's defaults lack List-Unsubscribe-Post. */
const SIGNED_HEADERS = [
  'from',
  'reply-to',
  'subject',
  'date',
  'to',
  'message-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
] as const;

/** Reads a private key from a PEM, whose line breaks may be written as \n. Throws unless it's RSA or Ed25519. */
export function dkimKey(selector: string, pem: string): DkimKey {
  const key = createPrivateKey(pem.replaceAll('\\n', '\n'));
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ed25519') {
    throw new Error(`a DKIM key is RSA or Ed25519, not ${key.asymmetricKeyType}`);
  }
  return { selector, key };
}

/** Prepends one DKIM-Signature per key to a message, whose lines must end in CRLF. */
export function dkimSigner(domain: string, keys: readonly DkimKey[]): (message: Buffer) => Buffer {
  return (message) => {
    const end = message.indexOf('\r\n\r\n');
    if (end < 0) throw new Error('a message without a body cannot be signed');
    const headers = relaxedHeaders(message.toString('latin1', 0, end));
    const bodyHash = createHash('sha256')
      .update(simpleBody(message.subarray(end + 4)))
      .digest('base64');
    const signatures = keys.map((key) => signature(domain, key, headers, bodyHash));
    return Buffer.concat([Buffer.from(signatures.join(''), 'latin1'), message]);
  };
}

function signature(domain: string, { selector, key }: DkimKey, headers: Map<string, string>, bodyHash: string) {
  const isRsa = key.asymmetricKeyType === 'rsa';
  const present = SIGNED_HEADERS.filter((name) => headers.has(name));
  // From is listed once more than it occurs, so that nobody can prepend a second one.
  const tags = [
    `v=1; a=${isRsa ? 'rsa' : 'ed25519'}-sha256; c=relaxed/simple; d=${domain}; s=${selector};`,
    `h=from:${present.join(':')};`,
    `bh=${bodyHash};`,
    'b=',
  ];
  const lines = present.map((name) => `${name}:${headers.get(name)}\r\n`);
  const signed = Buffer.from(`${lines.join('')}dkim-signature:${tags.join(' ')}`, 'latin1');
  const value = isRsa ? sign('sha256', signed, key) : sign(null, createHash('sha256').update(signed).digest(), key);
  const folded = value.toString('base64').replace(/.{70}(?=.)/g, '$&\r\n ');
  return `DKIM-Signature: ${tags.join('\r\n ')}${folded}\r\n`;
}

/** Headers by name in lower case, unfolded, with collapsed whitespace. The last one wins if a header is repeated. */
function relaxedHeaders(block: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.replace(/\r\n(?=[ \t])/g, '').split('\r\n')) {
    const colon = line.indexOf(':');
    const value = line
      .slice(colon + 1)
      .replace(/[ \t]+/g, ' ')
      .replace(/^ | $/g, '');
    headers.set(line.slice(0, colon).trim().toLowerCase(), value);
  }
  return headers;
}

/** Removes trailing empty lines and ends with one CRLF. */
function simpleBody(body: Buffer): Buffer {
  let end = body.length;
  while (end >= 2 && body[end - 1] === 0x0a && body[end - 2] === 0x0d) end -= 2;
  return end + 2 <= body.length ? body.subarray(0, end + 2) : Buffer.concat([body, Buffer.from('\r\n')]);
}
