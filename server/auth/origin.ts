/**
 * Origin of a session, coarsened for storage: the names of the browser and system, and the network without the part
 * that identifies a household.
 */
import type { Request } from 'express';
import { networkOf } from '#server/platform/http/network.ts';

export type Origin = { browser: string | null; network: string | null };

export const originOf = (req: Request): Origin => ({
  browser: browserOf(req.get('user-agent') ?? ''),
  network: truncateAddress(req.ip ?? ''),
});

/** The first match wins, because browsers also name those they are compatible with. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

export function browserOf(agent: string): string | null {
  const nameIn = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(agent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}

/** '203.0.113.x', '2001:db8:12:x' */
export function truncateAddress(address: string): string | null {
  const network = networkOf(address);
  if (/^\d+(\.\d+){3}$/.test(network)) return `${network.split('.').slice(0, 3).join('.')}.x`;
  return network.endsWith('::/64') ? `${network.split(':').slice(0, 3).join(':')}:x` : null;
}
