import { waitText } from '#shared/counts.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';

/** Shown when a page can't be rendered, for example while the database is down. Plain HTML without scripts. */
export const crashPage = (supportEmail: string, errorId: string) =>
  staticPage(
    escapeHtml(CLIENT_TEXTS.crash),
    `<p>Please contact <a href="mailto:${escapeHtml(supportEmail)}">${escapeHtml(supportEmail)}</a> with this error ID: <strong>${escapeHtml(errorId)}</strong></p>`,
  );

/** Shown when a network exceeds the rate limit of pages or of searches. */
export const rateLimitPage = (seconds: number) =>
  staticPage(
    'Too many requests',
    `<p>Too many requests from your network. Please try again in ${waitText(seconds)}.</p>`,
  );

const staticPage = (titleHtml: string, bodyHtml: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${titleHtml} · Deckle</title>
</head>
<body>
<main>
<h1>${titleHtml}</h1>
${bodyHtml}
<p><a href="/">Back to today’s deals</a></p>
</main>
</body>
</html>`;

const ENTITIES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
