import { expect } from 'vitest';
import type { PublicApi } from '#shared/api/client.ts';
import { render } from './entry-server.tsx';

export const APP_URL = 'https://deckle.test';

/** Renders pages for tests as the server does, with the data of `api`. */
export function renderedPages(api: PublicApi) {
  async function pageAt(path: string) {
    const errors: unknown[] = [];
    const request = new Request(APP_URL + path);
    const output = await render({ request, api, appUrl: APP_URL, onError: (error) => errors.push(error) });
    expect(errors).toEqual([]);
    return output;
  }

  /** The HTML of a page, without the comments that React puts between texts. */
  async function htmlOf(path: string) {
    const output = await pageAt(path);
    if (output.kind !== 'page') throw new Error(`${path} went to ${output.location}`);
    expect(output.status).toBe(200);
    return output.html.replaceAll('<!-- -->', '');
  }
  return { pageAt, htmlOf };
}

export const jsonLdOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
    ([, json]) => JSON.parse(json!) as { '@type': string; [name: string]: unknown },
  );

export const count = (html: string, part: RegExp) => [...html.matchAll(part)].length;

/** Ids that occur more than once. */
export function repeatedIds(html: string) {
  const ids = idsOf(html);
  return ids.filter((id, position) => ids.indexOf(id) !== position);
}

export const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
