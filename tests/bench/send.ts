/**
 * Benchmark d2: sending a newsletter from the database to a local SMTP server, with its delivery log. Uses a separate
 * database.
 */
import { options, sendNewsletter } from '../load/newsletter.ts';
import { formatRate, type Row } from './harness.ts';

const READERS = 100_000;
const SECONDS_PER_MILLION = 300;
const MAX_MB = 220;

export async function measure(): Promise<Row[]> {
  const { emails, send, peak_rss, bare } = await sendNewsletter({ ...options, readers: READERS });
  const result = emails / send;
  const required = 1_000_000 / SECONDS_PER_MILLION;
  const memory = peak_rss / 2 ** 20;
  return [
    {
      id: 'd2',
      description:
        'a send to 100,000 readers with its log, against nodemailer’s pool alone (which measures the machine)',
      control: formatRate(bare),
      result: formatRate(result),
      ratio: result / bare,
      goal: '≥ 1 ×',
      isMet: result >= bare,
    },
    {
      id: 'd2',
      description: 'the same, against a million in five minutes',
      control: formatRate(required),
      result: formatRate(result),
      ratio: result / required,
      goal: '≥ 1 ×',
      isMet: result >= required,
    },
    {
      id: 'd2',
      description: 'peak memory of the sender',
      control: `${MAX_MB} MB`,
      result: `${Math.round(memory)} MB`,
      ratio: memory / MAX_MB,
      goal: '≤ 1 ×',
      isMet: memory <= MAX_MB,
    },
  ];
}
