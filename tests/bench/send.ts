/**
 * Benchmark d2: sending a newsletter from the database to a local SMTP server, with its delivery log. Uses a separate
 * database.
 */
import { sendNewsletter } from '../load/newsletter.ts';
import { perSecond, type Row } from './harness.ts';

const READERS = 100_000;
const MILLION_IN_S = 300;
const MAX_MB = 220;

export async function measure(): Promise<Row[]> {
  const { mails, send, peak_rss, bare } = await sendNewsletter({
    readers: READERS,
    promotions: 100,
    over: 'smtp',
    connections: 8,
    until: 'sent',
  });
  const ours = mails / send;
  const wanted = 1_000_000 / MILLION_IN_S;
  const memory = peak_rss / 2 ** 20;
  return [
    {
      id: 'd2',
      what: 'a send to 100,000 readers with its log, against nodemailer’s pool alone (it measures the machine)',
      control: perSecond(bare),
      ours: perSecond(ours),
      ratio: ours / bare,
      goal: '≥ 1 ×',
      met: ours >= bare,
    },
    {
      id: 'd2',
      what: 'the same against a million in five minutes',
      control: perSecond(wanted),
      ours: perSecond(ours),
      ratio: ours / wanted,
      goal: '≥ 1 ×',
      met: ours >= wanted,
    },
    {
      id: 'd2',
      what: 'memory of the sender, at most',
      control: `${MAX_MB} MB`,
      ours: `${Math.round(memory)} MB`,
      ratio: memory / MAX_MB,
      goal: '≤ 1 ×',
      met: memory <= MAX_MB,
    },
  ];
}
