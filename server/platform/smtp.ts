/**
 * Emails over SMTP with a bounded pool of connections, signed with DKIM when there is a key. Newsletters go to nodemailer's pool as
 * finished bytes, because composing each of a million would take longer than sending them (docs/performance.md, a whole send).
 */
import type { Transform } from 'node:stream';
import nodemailer from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { type MailTransport, newPage, type OutgoingMail, type Page } from './mail.ts';
import { smtpAddress } from './smtp-address.ts';
import { smtpError } from './smtp-error.ts';

/** Unless the address says otherwise, as smtp://relay:587?maxConnections=20 does. */
const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** Servers look at a mail before they take it; one that is given up on meanwhile is left in doubt. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAILS_PER_CONNECTION = 1_000;

type Options = { url: string; from: string; sign?: ((message: Buffer) => Buffer) | null };
type Envelope = { from: string; to: string[] };

export function smtpMail({ url, from, sign = null }: Options): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const mailer = nodemailer.createTransport({
    ...smtpAddress(url),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  const pool = mailer.transporter as SMTPPool;
  const connections = pool.options.maxConnections!;
  if (!(Number.isInteger(connections) && connections > 0)) throw new Error('maxConnections in SMTP_URL is no number.');
  const sender = addressIn(from);
  let isClosed = false;

  const composed = async ({ to, subject, html, text, messageId, headers = {} }: OutgoingMail) => {
    const { message } = await composer.sendMail({ from, to, subject, html, text, messageId, headers });
    return message as Buffer;
  };
  /** Messages that are on their way each have a page; a page is used again once the server has answered for all of it. */
  const pages: Page[] = [];
  const sendRaw = async (envelope: Envelope, raw: NonNullable<OutgoingMail['raw']>) => {
    const page = pages.pop() ?? newPage();
    const data = sign
      ? Buffer.concat([sign(raw({ page })), Buffer.from(END_OF_DATA)])
      : raw({ page, ending: END_OF_DATA });
    await carried(sendReady(pool, envelope, data));
    pages.push(page);
  };
  const sendComposed = async (envelope: Envelope, mail: OutgoingMail) => {
    const message = mail.raw ? mail.raw() : await composed(mail);
    await carried(mailer.sendMail({ envelope, raw: sign ? sign(message) : message }));
  };
  return {
    name: 'smtp',
    isIdempotent: false,
    connections,
    send: (mail) => {
      const envelope = { from: mail.returnPath ?? sender, to: [mail.to] };
      return mail.raw && isPlain(envelope) ? sendRaw(envelope, mail.raw) : sendComposed(envelope, mail);
    },
    close: () => {
      isClosed = true;
      mailer.close();
    },
    isClosed: () => isClosed,
  };
}

const carried = (sending: Promise<unknown>) =>
  sending.catch((error) => {
    throw smtpError(error);
  });

/** 'Deckle <newsletter@deckle.test>' → 'newsletter@deckle.test' */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** Addresses that nodemailer would leave as they are; others (names of countries' own letters) it encodes. */
const isPlain = ({ from, to }: Envelope) => [from, ...to].every((address) => PLAIN_ADDRESS.test(address));
const PLAIN_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i;

const END_OF_DATA = '.\r\n';

/**
 * Gives a message to the pool as it stands, without nodemailer's composing, and without its walk over every byte in search of
 * dots and bare line ends, which an `OutgoingMail.raw` has not: that is two thirds of what a mail would cost.
 */
const sendReady = (pool: SMTPPool, envelope: Envelope, data: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const mail = { data: {}, message: readyMessage(envelope, data) };
    pool.send(mail as unknown as Parameters<SMTPPool['send']>[0], (error) => (error ? reject(error) : resolve()));
  });

/** What the pool asks a message for. */
const readyMessage = ({ from, to }: Envelope, data: Buffer) => ({
  getHeader: () => '',
  messageId: () => '',
  getEnvelope: () => ({ from, to }),
  createReadStream: () => ({
    /** Until then nothing of it has left, and the pool may take another connection. */
    readableDidRead: false,
    /** Called when the server wants the message, with what writes to the socket: past its transformation. */
    pipe(connection: Transform) {
      this.readableDidRead = true;
      connection.push(data);
      connection.push(null);
    },
  }),
});
