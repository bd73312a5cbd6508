/** Checks of the machine: Node, zone data, disk. */
import { access, constants, mkdir, statfs } from 'node:fs/promises';
import { zoneDataAreFresh } from '#server/platform/clock.ts';
import type { Config } from '#server/platform/config.ts';
import { bad, type Finding, good, note } from './finding.ts';

const NODE = 24;
const GIGABYTE = 2 ** 30;

export function checkNode(version: string): Finding {
  const major = Number(version.replace(/^v/, '').split('.')[0]);
  return major >= NODE
    ? good(`Node ${version}`)
    : bad(`Node ${version} is older than ${NODE}; npm start brings its own.`);
}

export const checkZone = (fresh: boolean = zoneDataAreFresh()): Finding =>
  fresh
    ? good('The time zone data is up to date: Vancouver stays on UTC−7.')
    : note('The time zone data is from before November 2026; the built-in rule corrects Vancouver’s times.');

export async function checkDisk(folder: string): Promise<Finding> {
  await mkdir(folder, { recursive: true });
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return bad(`${folder} can’t be written.`);
  const { bavail, bsize, blocks } = await statfs(folder);
  return spaceFinding(folder, bavail * bsize, blocks * bsize);
}

export function spaceFinding(folder: string, freeBytes: number, allBytes: number): Finding {
  const says = `${folder}: ${(freeBytes / GIGABYTE).toFixed(1)} GB free (${Math.round((100 * freeBytes) / allBytes)} %)`;
  if (freeBytes < GIGABYTE) return bad(says);
  return freeBytes < allBytes / 10 ? note(says) : good(says);
}

/** Only covers what readConfig doesn't refuse. */
export function checkConfiguration({ appUrl, METRICS_TOKEN, TRUST_PROXY, ...config }: Config): Finding {
  if (config.isPublicDemo) return note(`A demo that anyone may visit, at ${appUrl}.`);
  if (config.isDemo) return note('This is the demo: its sign-ins are public.');
  if (config.isSandbox) return note('The sandbox is on: no money moves.');
  if (!appUrl.startsWith('https:')) return bad(`APP_URL is ${appUrl}; links and cookies need https.`);
  if (!TRUST_PROXY)
    return note('TRUST_PROXY is 0: behind a proxy every visitor would share one address, and one rate limit.');
  return METRICS_TOKEN ? good(appUrl) : note(`${appUrl}; without METRICS_TOKEN nobody can read /metrics.`);
}
