/**
 * Benchmark d2: sending a newsletter from the database to a local SMTP server, with its delivery log. Uses a separate
 * database.
 */
import { sendNewsletter } from '../load/newsletter.ts';
import { perSecond, type Row } from './harness.ts';

const READERS = 100_000;
const SECONDS_PER_MILLION = 300;
const MAX_MB = 220;

export async function measure(): Promise<Row[]> {
  const { emails, send, peak_rss, bare } = await sendNewsletter({
    readers: READERS,
    promotions: 100,
    over: 'smtp',
    connections: 8,
    until: 'sent',
  });
  const ours = emails / send;
  const required = 1_000_000 / SECONDS_PER_MILLION;
  const memory = peak_rss / 2 ** 20;
  return [
    {
      id: 'd2',
      what: 'a send to 100,000 readers with its log, against nodemailer’s pool alone (which measures the machine)',
      control: perSecond(bare),
      ours: perSecond(ours),
      ratio: ours / bare,
      goal: '≥ 1 ×',
      met: ours >= bare,
    },
    {
      id: 'd2',
      what: 'the same, against a million in five minutes',
      control: perSecond(required),
      ours: perSecond(ours),
      ratio: ours / required,
      goal: '≥ 1 ×',
      met: ours >= required,
    },
    {
      id: 'd2',
      what: 'peak memory of the sender',
      control: `${MAX_MB} MB`,
      ours: `${Math.round(memory)} MB`,
      ratio: memory / MAX_MB,
      goal: '≤ 1 ×',
      met: memory <= MAX_MB,
    },
  ];
}
