import { findBrowser } from './browser.ts';

/**
 * Unpacks the bundled Chromium before the workers start, unless a browser is installed. If two workers unpacked it at
 * the same time, one of them could start an incomplete copy.
 */
export default async function unpackBrowser() {
  await findBrowser();
}
