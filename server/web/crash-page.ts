import { CLIENT_TEXTS } from '#shared/errors.ts';

/** For when no page can be rendered at all, as while the database is away. Plain HTML, no script. */
export const crashPage = (supportEmail: string, errorId: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(CLIENT_TEXTS.crash)} · Deckle</title>
</head>
<body>
<main>
<h1>${escaped(CLIENT_TEXTS.crash)}</h1>
<p>Please contact <a href="mailto:${escaped(supportEmail)}">${escaped(supportEmail)}</a> with this error ID: <strong>${escaped(errorId)}</strong></p>
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
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
