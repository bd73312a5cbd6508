/**
 * A sign-up form that other sites show in a frame: a small page without script. See
 * docs/decisions/0111-frame-the-sign-up-form.md.
 */
import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Deps } from '#server/platform/deps.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { FORM_OUTCOMES, type FormOutcome } from '#shared/no-script-forms.ts';
import { serverPaths } from '#shared/paths.ts';
import { xmlText } from './xml.ts';

const ALL = 'all';

export function newsletterFormRoutes({ db, config }: Pick<Deps, 'db' | 'config'>): Router {
  const router = Router();
  router.get('/newsletter/embed/:genre', async (req, res, next) => {
    const { genre } = req.params;
    // Postgres can't store text with a null character.
    if (genre.includes('\0')) return next();
    const category = genre === ALL ? null : await db.category.findUnique({ where: { slug: genre, is_adult: false } });
    if (genre !== ALL && !category) return next();
    const sent = FORM_OUTCOMES.find((outcome) => outcome === req.query.sent);
    res.removeHeader('X-Frame-Options');
    res
      .set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' })
      .type('html')
      .send(formPage({ genre, category, sent, appUrl: config.appUrl }));
  });
  return router;
}

type FormPage = {
  genre: string;
  category: { id: number; name: string } | null;
  sent: FormOutcome | undefined;
  appUrl: string;
};

function formPage({ genre, category, sent, appUrl }: FormPage) {
  const title = xmlText(category ? `${category.name} ebook deals by email` : 'Ebook deals by email');
  const problem = sent && PROBLEMS[sent];
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Deckle</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${
  sent === 'done'
    ? '<p role="status"><strong>Check your inbox.</strong> If you’re not subscribed yet, a confirmation link is on its way. It works for seven days.</p>'
    : `${problem ? `<p class="problem" role="alert">${problem}</p>` : ''}
<form method="post" action="${xmlText(newsletterPaths.form(genre))}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<input type="hidden" name="genres" value="${category?.id ?? ALL}">
<button>Sign up</button>
</form>
<p>At most one email a day. Every email has a link to unsubscribe.</p>`
}
<p><a href="${xmlText(appUrl)}" target="_blank" rel="noopener">Deckle</a> · <a href="${xmlText(appUrl + serverPaths.privacy())}" target="_blank" rel="noopener">Privacy</a></p>
</main>
</body>
</html>`;
}

const PROBLEMS: Record<FormOutcome, string | null> = {
  done: null,
  check: 'Check the address and try again.',
  later: 'Too many attempts. Please try again in an hour.',
};

/** Colors of client/layout/tokens.css. */
const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:light-dark(#fffdf8,#211e19);color:light-dark(#231e17,#f1ebdf);font:16px/1.5 system-ui,sans-serif}
main{display:grid;gap:.6rem;max-width:32rem;padding:1rem}
h1{margin:0;font:600 1.25rem/1.25 Georgia,serif}
p{margin:0;color:light-dark(#5c5345,#b9b0a1);font-size:.875rem}
p[role=status]{color:inherit;font-size:1rem}
.problem{color:light-dark(#a3261b,#ff9d8f)}
form{display:flex;flex-wrap:wrap;gap:.25rem .5rem}
label{width:100%;font-weight:600}
input{flex:1 1 12rem;min-width:0;min-height:46px;padding:.4rem .85rem;border:1.5px solid light-dark(#857a67,#8a8171);border-radius:8px;background:light-dark(#fffdf8,#171511);color:inherit;font:inherit}
button{min-height:46px;padding:.35rem 1.15rem;border:0;border-radius:8px;background:light-dark(#0b5d46,#6fd3ad);color:light-dark(#fffdf8,#0c1f18);font:inherit;font-weight:650;cursor:pointer}
a{color:light-dark(#0b5d46,#6fd3ad)}
:focus-visible{outline:3px solid light-dark(#0b5d46,#6fd3ad);outline-offset:2px}`;

/** Any site may frame it: it shows no personal data, and a sign-up takes effect only after a confirmation by email. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  'frame-ancestors *',
  "base-uri 'none'",
].join('; ');
