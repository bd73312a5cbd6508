import { findBrowser } from './browser.ts';

/**
 * Unpacks the bundled Chromium before the workers start. Two that unpack it at the same time start one that isn't
 * complete.
 */
export default async function unpackBrowser() {
  await findBrowser();
}
