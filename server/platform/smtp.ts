/**
 * Sends emails over SMTP with a bounded connection pool, signed with DKIM if there is a key. Newsletter emails go to
 * nodemailer's pool as raw bytes, because composing a million emails would take longer than sending them
 * (docs/performance.md). See docs/decisions/0037-tls-to-remote-relays.md.
 */
import type { Transform } from 'node:stream';
import nodemailer from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { type MailTransport, type MessageBuffer, newMessageBuffer, type OutgoingEmail } from './mail.ts';
import { smtpAddress } from './smtp-address.ts';
import { smtpError } from './smtp-error.ts';

/** Default; SMTP_URL can override it, as in smtp://relay:587?maxConnections=20. */
const CONNECTIONS = 8;
const CONNECT_TIMEOUT_MS = 10_000;
/** Long, because servers scan an email before accepting it, and a delivery without a response is uncertain. */
const RESPONSE_TIMEOUT_MS = 60_000;
const EMAILS_PER_CONNECTION = 1_000;

type Options = { url: string; from: string; sign?: ((message: Buffer) => Buffer) | null };
type Envelope = { from: string; to: string[] };

export function smtpMail({ url, from, sign = null }: Options): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const mailer = nodemailer.createTransport({
    ...smtpAddress(url),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: EMAILS_PER_CONNECTION,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: RESPONSE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object);
  const pool = mailer.transporter as SMTPPool;
  const connections = pool.options.maxConnections!;
  if (!(Number.isInteger(connections) && connections > 0))
    throw new Error('maxConnections in SMTP_URL must be a whole number of at least 1.');
  const sender = addressIn(from);
  let isClosed = false;

  const compose = async ({ to, subject, html, text, messageId, headers = {} }: OutgoingEmail) => {
    const { message } = await composer.sendMail({ from, to, subject, html, text, messageId, headers });
    return message as Buffer;
  };
  /** Buffers that can be reused, because the server has accepted their messages. */
  const freeBuffers: MessageBuffer[] = [];
  const sendRaw = async (envelope: Envelope, raw: NonNullable<OutgoingEmail['raw']>) => {
    const buffer = freeBuffers.pop() ?? newMessageBuffer();
    const data = sign
      ? Buffer.concat([sign(raw({ buffer })), Buffer.from(END_OF_DATA)])
      : raw({ buffer, ending: END_OF_DATA });
    await withSmtpErrors(passToPool(pool, envelope, data));
    freeBuffers.push(buffer);
  };
  const sendComposed = async (envelope: Envelope, mail: OutgoingEmail) => {
    const message = mail.raw ? mail.raw() : await compose(mail);
    await withSmtpErrors(mailer.sendMail({ envelope, raw: sign ? sign(message) : message }));
  };
  return {
    name: 'smtp',
    isIdempotent: false,
    connections,
    send: (mail) => {
      const envelope = { from: mail.returnPath ?? sender, to: [mail.to] };
      return mail.raw && isAscii(envelope) ? sendRaw(envelope, mail.raw) : sendComposed(envelope, mail);
    },
    close: () => {
      isClosed = true;
      mailer.close();
    },
    isClosed: () => isClosed,
  };
}

const withSmtpErrors = (sending: Promise<unknown>) =>
  sending.catch((error) => {
    throw smtpError(error);
  });

/** 'Deckle <newsletter@deckle.test>' → 'newsletter@deckle.test' */
const addressIn = (from: string) => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** True for plain ASCII addresses; nodemailer encodes internationalized ones. */
const isAscii = ({ from, to }: Envelope) => [from, ...to].every((address) => ASCII_ADDRESS.test(address));
const ASCII_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+$/i;

const END_OF_DATA = '.\r\n';

/**
 * Passes a raw message to the pool, bypassing nodemailer's composer and its scan for leading dots and bare line ends.
 * An `OutgoingEmail.raw` has neither, and the two steps together would take two thirds of the time per email.
 */
const passToPool = (pool: SMTPPool, envelope: Envelope, data: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const mail = { data: {}, message: rawMessage(envelope, data) };
    pool.send(mail as unknown as Parameters<SMTPPool['send']>[0], (error) => (error ? reject(error) : resolve()));
  });

/** The parts of a message object that the pool uses. */
const rawMessage = ({ from, to }: Envelope, data: Buffer) => ({
  getHeader: () => '',
  messageId: () => '',
  getEnvelope: () => ({ from, to }),
  createReadStream: () => ({
    /** While this is false, no part of the message has been sent, and the pool may retry on another connection. */
    readableDidRead: false,
    /**
     * Called when the server is ready for the message. Pushes to the output of nodemailer's data stream, bypassing its
     * scan.
     */
    pipe(dataStream: Transform) {
      this.readableDidRead = true;
      dataStream.push(data);
      dataStream.push(null);
    },
  }),
});
