import { findBrowser } from './browser.ts';

/**
 * Unpacks the bundled Chromium before the workers start. If two unpacked it at the same time, one of them would start
 * an incomplete copy.
 */
export default async function unpackBrowser() {
  await findBrowser();
}
