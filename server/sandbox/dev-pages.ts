/** The demo tools' pages: plain HTML without scripts. */
import { formatInstant } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents } from '#shared/money.ts';
import type { RenderedTemplate } from './mail-templates.ts';
import type { CapturedMessage } from './mailbox.ts';
import type { JournalEntry } from './stripe/journal.ts';

type Clock = { now: string; business_date: string };

const escapeHtml = (text: unknown) => String(text).replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const CLOCK_LINK = '<a href="/dev/clock">Clock</a>';

/** Removes links to the clock, for a public demo. */
export const withoutClock = (html: string) =>
  html.replace(/<li>(?=<a href="\/dev\/clock">).*?<\/li>/s, '').replace(CLOCK_LINK, '');

const frame = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Deckle demo</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; } nav a { margin-right: 1rem; }
table { width: 100%; border-collapse: collapse; } td, th { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #8885; vertical-align: top; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; } iframe { width: 100%; height: 40rem; border: 1px solid #8885; background: #fff; }
button, input { font: inherit; padding: .5rem .9rem; } form { display: inline-block; margin: 0 .5rem .5rem 0; }
</style></head><body><nav aria-label="Demo tools"><a href="/dev">Demo tools</a><a href="/dev/mailbox">Mailbox</a>${CLOCK_LINK}<a href="/dev/stripe">Stripe</a><a href="/">Deckle</a></nav>
<main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export const devIndexPage = (clock: Clock) =>
  frame(
    'Demo tools',
    `<p>These pages exist only in the demo. The demo clock reads <strong>${escapeHtml(formatInstant(clock.now))}</strong>; the open newsletter is for ${escapeHtml(formatDate(clock.business_date))}.</p>
<ul><li><a href="/dev/mailbox">Mailbox</a>: every email that Deckle would have sent.</li>
<li><a href="/dev/clock">Clock</a>: jump to the next newsletter, or to the end of the click window.</li>
<li><a href="/dev/stripe">Stripe</a>: requests to the fake Stripe, and its responses.</li>
<li><a href="/dev/ui">Controls</a>: every part of the user interface in every state.</li></ul>`,
  );

export const mailboxPage = (messages: readonly CapturedMessage[], to: string | undefined) =>
  frame(
    'Mailbox',
    `<p>Or look at <a href="/dev/mailbox/templates">every email that Deckle sends</a>, with an example of each.</p>
<form method="get"><label>To <input name="to" type="email" value="${escapeHtml(to ?? '')}"></label> <button>Show</button></form>` +
      (messages.length
        ? `<table><thead><tr><th>When</th><th>To</th><th>Subject</th></tr></thead><tbody>${messages.map(mailRow).join('')}</tbody></table>`
        : '<p>No emails yet. Sign up as a reader on the home page to get one.</p>'),
  );

const mailRow = ({ id, to, subject, at }: CapturedMessage) =>
  `<tr><td>${escapeHtml(formatInstant(at))}</td><td>${escapeHtml(to)}</td><td><a href="/dev/mailbox/${id}">${escapeHtml(subject)}</a></td></tr>`;

export const messagePage = (message: CapturedMessage) =>
  frame(
    message.subject,
    `<p>To ${escapeHtml(message.to)} · ${escapeHtml(formatInstant(message.at))}</p>${mailParts(`/dev/mailbox/${message.id}/html`, message.text)}
<h2>Headers</h2><table><tbody>${Object.entries(message.headers)
      .map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`)
      .join('')}</tbody></table>`,
  );

/** The email as HTML in a frame, and as plain text. */
const mailParts = (html_path: string, text: string) =>
  `<iframe src="${html_path}" title="The email as HTML" sandbox="allow-popups"></iframe><h2>Text</h2><pre>${escapeHtml(text)}</pre>`;

export const templatesPage = (templates: readonly RenderedTemplate[]) =>
  frame(
    'Every email that Deckle sends',
    `<table><thead><tr><th>Template</th><th>Subject</th></tr></thead><tbody>${templates.map(templateRow).join('')}</tbody></table>`,
  );

const templateRow = ({ name, subject }: RenderedTemplate) =>
  `<tr><td><a href="/dev/mailbox/templates/${name}">${escapeHtml(name.replaceAll('_', ' '))}</a></td><td>${escapeHtml(subject)}</td></tr>`;

export const templatePage = ({ name, subject, text }: RenderedTemplate) =>
  frame(
    subject,
    `<p>Example of <strong>${escapeHtml(name.replaceAll('_', ' '))}</strong>. <a href="/dev/mailbox/templates">See all emails</a></p>${mailParts(`/dev/mailbox/templates/${name}/html`, text)}`,
  );

const clockButton = (to: string, label: string) =>
  `<form method="post"><input type="hidden" name="advance_to" value="${to}"><button>${label}</button></form>`;

export const clockPage = (clock: Clock) =>
  frame(
    'Clock',
    `<p>The demo clock reads <strong>${escapeHtml(formatInstant(clock.now))}</strong>. The open newsletter is for ${escapeHtml(formatDate(clock.business_date))}.</p>
${clockButton('next_cutoff', 'Go to the next newsletter (10:00 AM)')}${clockButton('click_window_end', 'Go to the end of the click window')}
<p>When you jump ahead, everything due by then runs before the page reloads: newsletters go out, clicks are classified, and cards are charged.</p>`,
  );

type BankConfirmation = { payment_intent: string; payment_method: string; back: string; amount_cents: number };

export const bankPage = ({ amount_cents, ...fields }: BankConfirmation) =>
  frame(
    'Confirm your payment',
    `<p>This page stands in for your bank’s. Do you confirm the payment of <strong>${formatCents(amount_cents)}</strong>?</p>
<form method="post">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
      .join('')}
<button name="outcome" value="complete">Confirm payment</button> <button name="outcome" value="fail">Reject payment</button></form>`,
  );

const MAX_SHOWN = 200;

export const stripePage = (journal: readonly JournalEntry[], faults: readonly { times: number; hits: number }[]) =>
  frame(
    'Fake Stripe',
    `<p>${journal.length} entries${journal.length > MAX_SHOWN ? `, of which the newest ${MAX_SHOWN} are shown` : ''}, newest first. As JSON: <a href="/dev/stripe.json">/dev/stripe.json</a>. Pending faults: ${faults.filter(({ hits, times }) => hits < times).length}.</p>
<table><tbody>${[...journal]
      .reverse()
      .slice(0, MAX_SHOWN)
      .map((entry) => `<tr><td><pre>${escapeHtml(JSON.stringify(entry))}</pre></td></tr>`)
      .join('')}</tbody></table>`,
  );
