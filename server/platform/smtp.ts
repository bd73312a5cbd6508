/** Mail over SMTP with a bounded pool of connections, signed with DKIM when there is a key. */
import nodemailer from 'nodemailer';
import type { MailTransport, OutgoingMail } from './mail.ts';
import { smtpError } from './smtp-error.ts';

const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** Servers look at a mail before they take it; one that is given up on meanwhile is left in doubt. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAILS_PER_CONNECTION = 1_000;

type Options = { url: string; from: string; sign?: ((message: Buffer) => Buffer) | null };

export function smtpMail({ url, from, sign = null }: Options): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const pool = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  const sender = addressIn(from);
  let isClosed = false;

  const messageOf = async (mail: OutgoingMail) => {
    if (mail.raw) return mail.raw();
    const { to, subject, html, text, messageId, headers = {} } = mail;
    const { message } = await composer.sendMail({ from, to, subject, html, text, messageId, headers });
    return message as Buffer;
  };
  return {
    name: 'smtp',
    isIdempotent: false,
    connections: CONNECTIONS,
    send: async (mail) => {
      const message = await messageOf(mail);
      const raw = sign ? sign(message) : message;
      try {
        await pool.sendMail({ envelope: { from: mail.returnPath ?? sender, to: [mail.to] }, raw });
      } catch (error) {
        throw smtpError(error);
      }
    },
    close: () => {
      isClosed = true;
      pool.close();
    },
    isClosed: () => isClosed,
  };
}

/** 'Deckle <newsletter@deckle.test>' → 'newsletter@deckle.test' */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
