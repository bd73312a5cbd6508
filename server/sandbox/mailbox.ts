/**
 * The sandbox's mail transport: a table stores the real messages for /dev/mailbox. nodemailer composes those without
 * `raw`.
 */
import type { Database } from '#server/platform/database.ts';
import type { MailTransport, OutgoingEmail } from '#server/platform/mail.ts';
import { lazy } from '#server/platform/memoize.ts';

export function createMailboxTransport(db: Database, { from, now }: { from: string; now: () => Date }): MailTransport {
  const composer = lazy(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  });
  let isClosed = false;
  const messageOf = async (mail: OutgoingEmail) => {
    if (mail.raw) return mail.raw();
    const { to, subject, html, text, messageId, headers = {} } = mail;
    const content = { from, to, subject, html, text, messageId, headers, date: now() };
    return (await (await composer()).sendMail(content)).message as Buffer;
  };
  return {
    name: 'mailbox',
    isIdempotent: false,
    connections: 8,
    send: async (mail) => {
      const message = await messageOf(mail);
      await db.capturedMail.create({ data: { to: mail.to.toLowerCase(), raw: new Uint8Array(message), at: now() } });
    },
    close: () => {
      isClosed = true;
    },
    isClosed: () => isClosed,
  };
}

export type CapturedMessage = {
  id: number;
  to: string;
  from: string;
  subject: string;
  headers: Record<string, string>;
  html: string;
  text: string;
  at: string;
};

/** Reads the captured emails, newest first, parsed from the raw messages. */
export async function readMailbox(
  db: Database,
  { to, limit }: { to?: string | undefined; limit: number },
): Promise<CapturedMessage[]> {
  const rows = await db.capturedMail.findMany({
    where: to ? { to: to.toLowerCase() } : {},
    orderBy: { id: 'desc' },
    take: limit,
  });
  return Promise.all(
    rows.map(async (row) => ({ id: row.id, to: row.to, at: row.at.toISOString(), ...(await parse(row.raw)) })),
  );
}

export async function capturedMessage(db: Database, id: number): Promise<CapturedMessage | null> {
  const row = await db.capturedMail.findUnique({ where: { id } });
  return row && { id, to: row.to, at: row.at.toISOString(), ...(await parse(row.raw)) };
}

async function parse(raw: Uint8Array) {
  const { simpleParser } = await import('mailparser');
  const parsed = await simpleParser(Buffer.from(raw), { skipImageLinks: true, skipTextToHtml: true });
  const headers = Object.fromEntries(
    parsed.headerLines.map(({ key, line }) => [
      key,
      line
        .slice(line.indexOf(':') + 1)
        .replace(/\r?\n\s+/g, ' ')
        .trim(),
    ]),
  );
  return {
    from: parsed.from?.text ?? '',
    subject: parsed.subject ?? '',
    headers,
    html: parsed.html || '',
    text: parsed.text ?? '',
  };
}
