/** Mail over SMTP with a bounded pool of connections. */
import nodemailer from 'nodemailer';
import type { MailTransport } from './mail.ts';

const CONNECTIONS = 8;
const TIMEOUT_MS = 10_000;

export function smtpMail(url: string, from: string): MailTransport {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as object);
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail, from });
    },
    close: () => transport.close(),
  };
}
