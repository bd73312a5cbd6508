/** Messages over SMTP, as a real server receives them. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { type SinkReply, type SmtpSink, startSmtpSink } from '../../tests/faults/mail-sinks.ts';
import { type MailTransport, newMessageBuffer, type OutgoingEmail } from './mail.ts';
import { smtpMail } from './smtp.ts';

let sink: SmtpSink;
let mail: MailTransport;
afterEach(async () => {
  mail.close();
  await sink.close();
});

async function connect(options: Parameters<typeof startSmtpSink>[0] = {}, { query = '', sign = null as Sign } = {}) {
  sink = await startSmtpSink(options);
  mail = smtpMail({ url: sink.url + query, from: 'Deckle <news@deckle.test>', sign });
}
type Sign = Parameters<typeof smtpMail>[0]['sign'];

const addressOf = (n: number) => `reader-${n}@example.test`;
const messageOf = (n: number) => `Subject: ${n}\r\n\r\n${`line of ${n}\r\n`.repeat(2_000)}`;
const rawEmail = (n: number): OutgoingEmail => ({
  to: addressOf(n),
  subject: String(n),
  html: '',
  text: '',
  messageId: `<${n}@deckle.test>`,
  raw: ({ ending = '', buffer = newMessageBuffer() } = {}) => {
    buffer.bytes.fill(0);
    return buffer.bytes.subarray(0, buffer.bytes.write(messageOf(n) + ending, 'latin1'));
  },
});
const textEmail = (text: string, to = addressOf(1)): OutgoingEmail => ({
  to,
  subject: 'Hello',
  html: `<p>${text}</p>`,
  text,
  messageId: '<1@deckle.test>',
});
const outcomeOf = (sending: Promise<void>) =>
  sending.then(
    () => 'accepted',
    (error) => error.outcome,
  );

describe('a raw message', () => {
  it('arrives byte for byte, even with others in flight', async () => {
    await connect({ delayMs: 2 }, { query: '?maxConnections=3' });
    const numbers = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(numbers.map((n) => mail.send(rawEmail(n))));
    expect(new Map(sink.received.map(({ to, raw }) => [to, raw]))).toEqual(
      new Map(numbers.map((n) => [addressOf(n), messageOf(n)])),
    );
    expect(sink.received).toHaveLength(40);
  });

  it('is signed as it will be transmitted', async () => {
    await connect({}, { sign: (message) => Buffer.concat([Buffer.from(`Length: ${message.length}\r\n`), message]) });
    await mail.send(rawEmail(7));
    expect(sink.received[0]!.raw).toBe(`Length: ${messageOf(7).length}\r\n${messageOf(7)}`);
  });

  it('reports its outcome, and later messages arrive complete', async () => {
    const verdicts: Record<string, SinkReply> = {
      [addressOf(1)]: { code: 451, text: 'Later', at: 'data' },
      [addressOf(2)]: { code: 550, text: '5.1.1 Unknown', at: 'rcpt' },
      [addressOf(3)]: { lose: true },
    };
    await connect({ verdict: (to) => verdicts[to] ?? null }, { query: '?maxConnections=1' });
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((n) => outcomeOf(mail.send(rawEmail(n)))));
    expect(outcomes).toEqual(['deferred', 'bounced', 'uncertain', 'accepted', 'accepted']);
    expect(sink.received.slice(-2).map(({ raw }) => raw)).toEqual([messageOf(4), messageOf(5)]);
  });

  it("isn't handed over if it can't be built", async () => {
    await connect();
    const broken = { ...rawEmail(1), raw: () => Buffer.alloc(-1) };
    expect(await outcomeOf(mail.send(broken))).toBeUndefined();
    expect(sink.received).toEqual([]);
  });
});

describe('a message that nodemailer composes or encodes', () => {
  it('keeps its leading dots', async () => {
    await connect();
    await mail.send(textEmail('One\n.\n..two\n.three'));
    expect(sink.received[0]!.raw).toContain('One\r\n.\r\n..two\r\n.three');
  });

  it('is sent to an internationalized address in its ASCII form', async () => {
    await connect();
    const commands: string[] = [];
    const server = createServer((socket) => serveAscii(socket, commands));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const asciiMail = smtpMail({
      url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      from: 'news@deckle.test',
    });
    await asciiMail.send({ ...rawEmail(1), to: 'ada@bücher.example' });
    asciiMail.close();
    server.close();
    expect(commands).toContain('RCPT TO:<ada@xn--bcher-kva.example>');
  });
});

/** Serves a minimal SMTP session that only supports ASCII addresses. */
function serveAscii(socket: Socket, commands: string[]) {
  socket.write('220 here\r\n');
  socket.on('data', (chunk) => {
    const text = chunk.toString();
    commands.push(...text.split('\r\n'));
    if (text === 'DATA\r\n') socket.write('354 go on\r\n');
    else if (/^[A-Z]{4}/.test(text) || text.endsWith('\r\n.\r\n')) socket.write('250 ok\r\n');
  });
}

describe('the connections', () => {
  it('are as many as the URL says, and an invalid number is refused', async () => {
    await connect({}, { query: '?maxConnections=3' });
    expect(mail.connections).toBe(3);
    expect(() => smtpMail({ url: `${sink.url}?maxConnections=many`, from: 'a@b.test' })).toThrow('maxConnections');
  });

  it('are closed after the messages in flight', async () => {
    await connect({ delayMs: 50 }, { query: '?maxConnections=2' });
    const firstReceived = new Promise<void>((resolve) => sink.watch(() => resolve()));
    const sending = [1, 2, 3].map((n) => outcomeOf(mail.send(rawEmail(n))));
    await firstReceived;
    mail.close();
    expect(await Promise.all(sending)).toEqual(['accepted', 'accepted', 'unavailable']);
  });
});
