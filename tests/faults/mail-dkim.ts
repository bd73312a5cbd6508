/** Verifies DKIM signatures like a receiver (RFC 6376, RFC 8463), independently of the signing code. */
import { createHash, type KeyObject, verify } from 'node:crypto';

type Key = { domain: string; selector: string; publicKey: KeyObject };
export type DkimResult = { selector: string; algorithm: string; headers: string[]; isValid: boolean };

/** Returns a result per signature; `message` is in latin1. */
export function verifyDkim(message: string, keys: readonly Key[]): DkimResult[] {
  const split = message.indexOf('\r\n\r\n');
  const fields = message.slice(0, split).split(/\r\n(?![ \t])/);
  const body = message.slice(split + 4);
  return fields
    .filter((field) => /^dkim-signature:/i.test(field))
    .map((field) => verifySignature(field, fields, body, keys));
}

function verifySignature(field: string, fields: readonly string[], body: string, keys: readonly Key[]): DkimResult {
  const tags = new Map(
    field
      .slice(field.indexOf(':') + 1)
      .replace(/\s+/g, '')
      .split(';')
      .filter(Boolean)
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  const headers = tags.get('h')!.toLowerCase().split(':');
  const result = { selector: tags.get('s')!, algorithm: tags.get('a')!, headers };
  const key = keys.find(({ domain, selector }) => domain === tags.get('d') && selector === tags.get('s'));
  const [, bodyCanonicalization = 'simple'] = tags.get('c')!.split('/');
  const canonical = bodyCanonicalization === 'relaxed' ? relaxedBody(body) : simpleBody(body);
  const hash = createHash('sha256').update(canonical, 'latin1').digest('base64');
  if (!key || hash !== tags.get('bh')) return { ...result, isValid: false };
  const data = signedData(field, fields, headers);
  const signature = Buffer.from(tags.get('b')!, 'base64');
  const isValid =
    result.algorithm === 'ed25519-sha256'
      ? verify(null, createHash('sha256').update(data, 'latin1').digest(), key.publicKey, signature)
      : verify('sha256', Buffer.from(data, 'latin1'), key.publicKey, signature);
  return { ...result, isValid };
}

/** Returns the signed data. Each name selects the lowest unused header of that name; a surplus name selects nothing. */
function signedData(field: string, fields: readonly string[], headers: readonly string[]) {
  const unused = fields.filter((other) => other !== field);
  const lines = headers.map((name) => {
    const at = unused.findLastIndex((other) => other.toLowerCase().startsWith(`${name}:`));
    return at < 0 ? '' : `${relaxHeader(unused.splice(at, 1)[0]!)}\r\n`;
  });
  return lines.join('') + relaxHeader(field.replace(/([;\s]b=)[^;]*/, '$1'));
}

const relaxHeader = (field: string) => {
  const [name = ''] = field.split(':', 1);
  const value = field.slice(name.length + 1).replace(/\r\n/g, '');
  return `${name.trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').replace(/^ | $/g, '')}`;
};

const simpleBody = (body: string) => `${body.replace(/(\r\n)+$/, '')}\r\n`;

const relaxedBody = (body: string) => {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '');
  return text && `${text}\r\n`;
};
