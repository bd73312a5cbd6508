import { CLIENT_TEXTS } from '#shared/errors.ts';

/** Shown when no page can be rendered, for example while the database is down. Plain HTML without scripts. */
export const crashPage = (supportEmail: string, errorId: string) =>
  plainPage(
    escaped(CLIENT_TEXTS.crash),
    `<p>Please contact <a href="mailto:${escaped(supportEmail)}">${escaped(supportEmail)}</a> with this error ID: <strong>${escaped(errorId)}</strong></p>`,
  );

/** Shown to a network that requests pages faster than people read. */
export const busyPage = (seconds: string) =>
  plainPage(
    'Too many requests',
    `<p>Your network requested too many pages. Please try again in ${escaped(seconds)} seconds.</p>`,
  );

const plainPage = (title: string, text: string) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Deckle</title>
</head>
<body>
<main>
<h1>${title}</h1>
${text}
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
