/**
 * Calculates what to run for a number of readers and of promotions a day, from the figures of docs/performance.md and
 * docs/scaling.md.
 */

/** Measured on two cores (docs/performance.md), with the memory under load. */
const EMAILS_PER_SECOND = 3_958;
const FROZEN_PER_SECOND = 22_800;
const LISTS_PER_SECOND = 1_888;
const CLICKS_PER_SECOND = 7_901;
const WEB_MB = 278;
const WORKER_MB = 219;
/** The largest newsletter and the most promotions that were measured. */
const MEASURED_READERS = 5_000_000;
const MEASURED_PROMOTIONS = 1_100_000;

/** Above these sizes, one primary isn't plausible. */
export const MAX_SIZE = { readers: 100_000_000, promotions: 100_000 };

/** Bytes of a row with its indexes, in tables of at least half a million rows. */
const BYTES = { delivery: 250, click: 313, promotion: 1_358, invoice: 273, reader: 339, genre: 65 };

/** Assumptions about readers. */
const GENRES = 4;
const CLICKS_PER_EMAIL = 0.4;
/** Share of a newsletter's clicks that come in the first hour. */
const FIRST_HOUR_SHARE = 0.3;

const DAYS = 365;
const HOUR_SECONDS = 3_600;
/** A newsletter should be sent within this time. */
const SENDING_SECONDS = HOUR_SECONDS;
/** Size of each process’s pool (server/platform/database.ts). */
const CONNECTIONS = 12;
/** For backups, the replica, and an operator. */
const OTHER_CONNECTIONS = 10;
const MIN_CONNECTIONS = 100;
const MB = 1024 ** 2;
const GB = 1024 ** 3;
const MIN_SHARED_BUFFERS_MB = 256;
/** Postgres's documentation suggests a quarter of the memory for shared_buffers. */
const MEMORY_PER_SHARED_BUFFERS = 4;

const formatNumber = (value: number) => Math.round(value).toLocaleString('en-US');
const sizeText = (bytes: number) =>
  bytes < GB ? `${formatNumber(Math.max(1, bytes / MB))} MB` : `${formatNumber(bytes / GB)} GB`;
const timeText = (seconds: number) =>
  seconds < 100 ? `${Math.ceil(seconds)} s` : `${formatNumber(Math.ceil(seconds / 60))} min`;
const postgresSize = (mb: number) => (mb < 1024 ? `${mb}MB` : `${mb / 1024}GB`);

export function planFor({ readers, promotions }: { readers: number; promotions: number }): string[] {
  const workers = Math.max(1, Math.ceil(readers / (EMAILS_PER_SECOND * SENDING_SECONDS)));
  const clicks = readers * CLICKS_PER_EMAIL;
  const peakPerSecond = (clicks * FIRST_HOUR_SHARE) / HOUR_SECONDS;
  // A second process serves requests while the first restarts.
  const webs = 2 + Math.floor(peakPerSecond / CLICKS_PER_SECOND);
  const connections = (webs + workers) * CONNECTIONS + OTHER_CONNECTIONS;
  const newsletterBytes = readers * (BYTES.reader + GENRES * BYTES.genre + BYTES.delivery);
  const sharedBuffersMb = Math.max(MIN_SHARED_BUFFERS_MB, 2 ** Math.ceil(Math.log2(newsletterBytes / MB)));
  const memoryMb = sharedBuffersMb * MEMORY_PER_SHARED_BUFFERS;
  const sendingBasis = basisOf(readers <= MEASURED_READERS);
  const promotionsBasis = basisOf(promotions * DAYS <= MEASURED_PROMOTIONS);
  const growth = [
    ['deliveries', readers * DAYS * BYTES.delivery],
    ['clicks', clicks * DAYS * BYTES.click],
    ['promotions and invoices', promotions * DAYS * (BYTES.promotion + BYTES.invoice)],
    ['readers and their genres', readers * (BYTES.reader + GENRES * BYTES.genre)],
  ] as const;
  const total = growth.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    `${formatNumber(readers)} readers, ${formatNumber(promotions)} promotions a day`,
    `Assumed: one email a day, ${GENRES} genres each, ${CLICKS_PER_EMAIL} clicks per email, ${100 * FIRST_HOUR_SHARE}% of them in the first hour.`,
    '',
    'Processes',
    `  web     ${webs}, ${WEB_MB} MB each. Measured: each handles ${formatNumber(LISTS_PER_SECOND)} book lists or ${formatNumber(CLICKS_PER_SECOND)} clicks per second. Peak: ${formatNumber(peakPerSecond)} clicks per second (arithmetic).`,
    `  worker  ${workers}, ${WORKER_MB} MB each. Recipient list ready in ${timeText(readers / FROZEN_PER_SECOND)}, emails sent in ${timeText(readers / EMAILS_PER_SECOND / workers)}, if the relay keeps up (${sendingBasis}).`,
    '',
    'Postgres',
    `  memory ${sizeText(memoryMb * MB)}, so that a newsletter’s rows stay in it (arithmetic)`,
    `  shared_buffers = ${postgresSize(sharedBuffersMb)}`,
    `  effective_cache_size = ${postgresSize(memoryMb - sharedBuffersMb)}`,
    `  max_connections = ${Math.max(MIN_CONNECTIONS, connections)}`,
    '',
    'Disk after a year (bytes per row measured, the rest arithmetic)',
    ...growth.map(([name, bytes]) => `  ${name.padEnd(26)}${sizeText(bytes)}`),
    `  ${'in all'.padEnd(26)}${sizeText(total)}, and as much for each backup and replica`,
    '',
    `Staff lists and background jobs with ${formatNumber(promotions * DAYS)} promotions: ${promotionsBasis}.`,
  ];
}

const basisOf = (isMeasured: boolean) =>
  isMeasured ? 'measured at this size or above' : 'arithmetic: above what was measured';
