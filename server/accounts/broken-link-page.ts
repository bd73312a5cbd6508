import type { Role } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';

const FORGOT = { partner: paths.partnerForgot(), user: paths.userForgot() };

/** For a link from an email that lost its end: it doesn't even say which page it leads to. Plain HTML, no script. */
export const brokenLinkPage = (role: Role) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>This link is incomplete · Deckle</title>
</head>
<body>
<main>
<h1>This link is incomplete</h1>
<p>Part of it was lost on the way. Copy the whole link from the email, or get a new one.</p>
<p><a href="${FORGOT[role]}">Send me a new link</a></p>
</main>
</body>
</html>`;
