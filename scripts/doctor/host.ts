/** Checks of the machine (Node, zone data, disk), the operator's email address, and the configuration. */
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { isZoneDataCurrent } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import { operatorLine } from '#server/platform/operator.ts';
import { bad, type Finding, good, note } from './finding.ts';

const MIN_NODE = 24;
const GIGABYTE = 2 ** 30;

export function checkNode(version: string): Finding {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  return major >= MIN_NODE
    ? good(`Node ${version}`)
    : bad(
        `Node ${version} is too old; Deckle needs ${MIN_NODE} or newer. npm start installs and uses the right version.`,
      );
}

export const checkZone = (isFresh: boolean = isZoneDataCurrent()): Finding =>
  isFresh
    ? good('The time zone data is up to date: Vancouver stays on UTC−7.')
    : note(
        'The time zone data predates November 2026, so Deckle corrects Vancouver times. Upgrade Node to get current data.',
      );

export async function checkDisk(folder: string): Promise<Finding> {
  await mkdir(folder, { recursive: true });
  const isWritable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) return bad(`Deckle can’t write to ${folder}. Give this user write permission.`);
  const { bavail, bsize, blocks } = await statfs(folder);
  return spaceFinding(folder, bavail * bsize, blocks * bsize);
}

export function spaceFinding(folder: string, freeBytes: number, totalBytes: number): Finding {
  const message = `${folder}: ${(freeBytes / GIGABYTE).toFixed(1)} GB free (${Math.round((100 * freeBytes) / totalBytes)}%)`;
  if (freeBytes < GIGABYTE) return bad(message);
  return freeBytes < totalBytes / 10 ? note(message) : good(message);
}

/**
 * Checks that the operator's email address isn't an example, and notes a missing OPERATOR_HOSTING. readConfig already
 * refuses missing required settings.
 */
export function checkOperator({ operator, isDemo, isSandbox }: Config): Finding {
  const message = `${operatorLine(operator)}, ${operator.email}`;
  if (isDemo || isSandbox) return note(`${message}. Before you go live, set the OPERATOR_… variables.`);
  if (RESERVED.test(operator.email))
    return bad(
      `OPERATOR_EMAIL is ${operator.email}, an example address that can’t receive email. Set it to your address.`,
    );
  if (!operator.hosting)
    return note(`${message}. Without OPERATOR_HOSTING the privacy page doesn’t name who hosts the server.`);
  return good(message);
}

/** Reserved domains (RFC 2606). */
const RESERVED = /(@|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/i;

/** Finds settings that readConfig accepts but that aren't suitable for real use. */
export function checkConfiguration({ appUrl, METRICS_TOKEN, TRUST_PROXY, ...config }: Config): Finding {
  if (config.isPublicDemo) return note(`This is a public demo at ${appUrl}.`);
  if (config.isDemo) return note('This is the demo: its sign-ins are public.');
  if (config.isSandbox) return note('The sandbox is on: no money moves.');
  if (!appUrl.startsWith('https:'))
    return bad(`APP_URL is ${appUrl}, but links and cookies need HTTPS. Set APP_URL to an https:// address.`);
  if (!TRUST_PROXY)
    return note(
      'TRUST_PROXY is 0. If Deckle runs behind a proxy, set it to the number of proxies, or all visitors will share one address and one rate limit.',
    );
  return METRICS_TOKEN ? good(appUrl) : note(`${appUrl}; without METRICS_TOKEN nobody can read /metrics.`);
}
