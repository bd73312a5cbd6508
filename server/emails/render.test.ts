import { describe, expect, it } from 'vitest';
import { STORES, type Store } from '#shared/business.ts';
import { emailFixtures, renderEmail } from './render.tsx';
import type { EmailProps, EmailTemplate, Site } from './templates.ts';
import { linksOf, textOf, unbalancedTag } from './testing.ts';

const site: Site = {
  app_url: 'https://deckle.test',
  support_email: 'help@deckle.test',
  postal_address: 'Quill & Press Ltd, 12 Example Lane, Example City, Example Country',
};
const renderFixture = <T extends EmailTemplate>(template: T, changes: Partial<EmailProps[T]> = {}) =>
  renderEmail(template, { ...emailFixtures[template], ...changes }, site);

/** The text in one line, however it's wrapped. */
const wordsOf = ({ text }: { text: string }) => text.replace(/\s+/g, ' ');

const templates = Object.keys(emailFixtures) as EmailTemplate[];
const aboutPromotions = templates.filter((template) => 'book_title' in emailFixtures[template]);
const urlsIn = (props: object) =>
  Object.entries(props).flatMap(([name, value]) => (name.endsWith('_url') ? [String(value)] : []));

describe.each(templates)('%s', (template) => {
  it('has a subject of 11 to 77 characters', async () => {
    const { subject } = await renderFixture(template);
    expect(subject.length).toBeGreaterThan(10);
    expect(subject.length).toBeLessThan(78);
  });

  it('is well-formed HTML without placeholders', async () => {
    const { html } = await renderFixture(template);
    expect(html).toMatch(/^<!DOCTYPE html/);
    expect(unbalancedTag(html)).toBeNull();
    expect(`${html}`).not.toMatch(/undefined|\[object|\bNaN\b|Invalid Date/);
  });

  it('includes every URL prop, in HTML and in text', async () => {
    const { html, text } = await renderFixture(template);
    const urls = urlsIn(emailFixtures[template]);
    expect(urls.length).toBeGreaterThan(0);
    expect(linksOf(html)).toEqual(expect.arrayContaining(urls));
    for (const link of linksOf(html)) expect(text).toContain(link.replace('mailto:', ''));
  });

  it('puts no punctuation after a link in the text, because clients would treat it as part of the URL', async () => {
    expect((await renderFixture(template)).text).not.toMatch(/https?:\/\/\S+[.,;:)\]](\s|$)/);
  });

  it('says who sent it, why, and whom to contact', async () => {
    const { html, text } = await renderFixture(template);
    for (const part of [textOf(html), text]) {
      expect(part).toContain('Quill & Press Ltd, 12 Example Lane, Example City, Example Country');
      expect(part).toContain('help@deckle.test');
      expect(part).toMatch(/You’re receiving this (email|newsletter|reminder)\b.* because/);
    }
  });

  it('has dark colors and a preheader, and stays small', async () => {
    const { html, text } = await renderFixture(template);
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    const [, preheader = '', filler = ''] =
      /<div style="display:none;[^>]*>([^<]*)<span>([^<]*)<\/span><\/div>/.exec(html) ?? [];
    expect(preheader.length).toBeGreaterThan(30);
    expect(preheader.length + filler.length / 2).toBeGreaterThanOrEqual(140);
    expect(text).not.toContain('\u034f');
    expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  });
});

describe.each(aboutPromotions)('%s about a hostile book', (template) => {
  const book_title = '<script>alert("1")</script>\r\nBcc: all@deckle.test <img src=x onerror=alert(2)> & \u0000Co';

  it('shows its title as text and keeps the subject on one line', async () => {
    const { html, subject } = await renderFixture(template, { book_title } as object);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(subject).not.toMatch(/[\p{Cc}]/u);
    expect(subject.length).toBeLessThan(78);
    expect(unbalancedTag(html)).toBeNull();
  });
});

describe('the text', () => {
  it('truncates a long title in the subject, not in the message', async () => {
    const book_title = `The ${'Very '.repeat(40)}Long Title`;
    const { subject, html } = await renderFixture('promotion_approved', { book_title });
    expect(subject).toBe('Approved: The Very Very Very Very Very Very… on Thursday December 3rd, 2026');
    expect(textOf(html)).toContain(book_title);
  });

  it('never splits a character', async () => {
    const { subject } = await renderFixture('promotion_sent', { book_title: '🐉'.repeat(60) });
    expect(subject.isWellFormed()).toBe(true);
    expect(subject).toMatch(/^🐉+… is on its way to readers$/u);
  });

  it('names up to two stores with a wrong price in the subject, and counts them if there are more', async () => {
    const at = (...stores: Store[]) => ({ prices: stores.map((store) => ({ store, price_cents: 499 })) });
    const two = await renderFixture('price_wrong', at('amazon', 'kobo'));
    expect(two.subject).toBe('The price of The Lighthouse at Gull Point at Amazon and Kobo is too high');
    const five = await renderFixture('price_wrong', at(...STORES));
    expect(five.subject).toBe('The price of The Lighthouse at Gull Point at 5 stores is too high');
    expect(wordsOf(five)).toContain('Barnes & Noble ($4.99)');
  });

  it('names the promotion, its date, and its maximum cost on approval', async () => {
    const { text, subject } = await renderFixture('promotion_approved');
    expect(subject).toBe('Approved: The Lighthouse at Gull Point on Thursday December 3rd, 2026');
    expect(text).toMatch(/Book +The Lighthouse at Gull Point\n/);
    expect(text).toMatch(/Newsletter +Thursday December 3rd, 2026\n/);
    expect(text).toMatch(/Deal price +\$0\.99\n/);
    expect(text).toMatch(/Maximum cost +\$60\.00 − \$15\.00 code = \$45\.00\n/);
    expect(text).toContain('Set the price to $0.99 in every store');
  });

  it('calls a free book free', async () => {
    const approved = await renderFixture('promotion_approved', { sale_price_cents: 0 });
    expect(approved.text).toMatch(/Deal price +FREE\n/);
    expect(approved.text).toContain('Make the book free in every store');
    const reminder = await renderFixture('price_reminder', { sale_price_cents: 0, days_left: 1 });
    expect(reminder.subject).toBe('Tomorrow: set The Lighthouse at Gull Point to free');
    expect(reminder.text).toContain('move the promotion to a later date');
  });

  it('explains the reasons of a decline, and when to resubmit', async () => {
    const { text } = await renderFixture('promotion_declined', { reasons: ['rating_too_low', 'A reason of our own.'] });
    expect(text).toContain('Books with five or more ratings need an average of at least 3.0 stars.');
    expect(text).toContain('A reason of our own.');
    expect(text).toContain('try a larger, lighter lettering.\nThriller would suit');
    expect(text).toContain('The editor suggests another category: Thriller.');
    expect(text).toContain('again on or after Thursday December 17th, 2026.');
  });

  it('omits the optional parts of a decline', async () => {
    const nothing = { reasons: [], suggested_category_name: null, message: null, resubmit_on: null };
    const { text } = await renderFixture('promotion_declined', nothing);
    expect(text).not.toContain('another category');
    expect(text).not.toContain('Reasons:');
    expect(text).not.toContain('Note from our editor');
    expect(text).toContain('You can submit this book again as soon as');
  });

  it('omits the reason if a cancellation has none', async () => {
    expect((await renderFixture('promotion_cancelled')).text).toContain('Reason:');
    expect((await renderFixture('promotion_cancelled', { reason: null })).text).not.toContain('Reason:');
  });

  it('says who canceled a promotion', async () => {
    expect((await renderFixture('promotion_cancelled')).text).toContain('You canceled your promotion.');
    expect((await renderFixture('promotion_cancelled', { cancelled_by: 'user' })).text).toContain(
      'We canceled your promotion.',
    );
  });

  it('says that a partner’s account was deleted, and that an administrator disabled a staff account', async () => {
    const closed = { change: 'closed' } as const;
    const partner = await renderFixture('account_notice', closed);
    expect(partner.text).toContain('If this was you');
    expect(partner.subject).toBe('Your account was deleted');
    const staff = await renderFixture('account_notice', { ...closed, account: 'staff' });
    expect(staff.text).toContain('An administrator disabled your staff account');
    expect(staff.text).not.toContain('If this was');
  });

  it('says that an administrator turned off two-factor authentication, and that all sessions were signed out', async () => {
    const { subject, text } = await renderFixture('account_notice', { change: 'second_factor_reset' });
    expect(subject).toBe('An administrator turned off two-factor authentication');
    expect(text).toContain('An administrator turned off two-factor authentication for your partner account');
    expect(text).toContain('All sessions were signed out, and all API keys were revoked.');
    expect(text).toContain('If you asked for this, turn it on again after you next sign in.');
    expect(text).toContain('If you didn’t ask for this, set a new password');
    expect(text).not.toMatch(/other sessions|If this was/);
  });

  it('gives the deadline for an answer in Pacific Time', async () => {
    const { text } = await renderFixture('feedback_asked', { answer_by: '2026-12-15T18:00:00.000Z' });
    expect(text).toMatch(/Answer by +Dec 15, 2026, 11:00\sAM Pacific Time/);
  });

  it('gives an earlier deadline to confirm a proposed date, also in the preview of the inbox', async () => {
    const { html, text } = await renderFixture('date_proposed');
    expect(html).toMatch(/Please answer by Dec 5, 2026, 10:00\sAM/);
    expect(text).toMatch(/Confirm by +Dec 5, 2026, 10:00\sAM Pacific Time\n/);
    for (const confirm_by of [undefined, '2026-12-20T17:00:00.000Z']) {
      const sooner = await renderFixture('date_proposed', { confirm_by } as object);
      expect(sooner.html).toMatch(/Please answer by Dec 8, 2026, 10:00\sAM/);
      expect(sooner.text).not.toContain('Confirm by');
    }
  });

  it('never cuts an emoji of an answer in half in the preview of the inbox', async () => {
    for (const length of [117, 118, 119, 120]) {
      const { html } = await renderFixture('click_question_answered', { answer: `${'a'.repeat(length)}📚 and more` });
      expect(html).not.toContain('\ufffd');
    }
  });

  it('says whether the caps of a warm-up will grow', async () => {
    const warm_up = emailFixtures.deliverability_report.warm_up!;
    const next = async (changes: Partial<typeof warm_up>) => {
      const email = await renderFixture('deliverability_report', { warm_up: { ...warm_up, ...changes } });
      return /Next: .*? tomorrow.*? (?=Emails by provider)/.exec(wordsOf(email))![0].trim();
    };
    expect(await next({})).toBe('Next: up to 19,200 emails tomorrow if complaints and bounces stay low');
    expect(await next({ next_cap: 12_800 })).toBe(
      'Next: up to 12,800 emails tomorrow. Caps grow again once they’re used without problems',
    );
    expect(await next({ next_cap: 12_800, is_paused: true })).toBe(
      'Next: up to 12,800 emails tomorrow. Growth is paused: caps stay the same or go down until an administrator resumes it',
    );
  });

  it('keeps the lines of an alert to staff, such as a question of a partner', async () => {
    const { text } = await renderFixture('staff_alert', { message: 'Why so few clicks?\nWhy none at Kobo?' });
    expect(text).toContain('Why so few clicks?\nWhy none at Kobo?\n');
  });

  it('summarizes the results and their cost', async () => {
    const { subject, text } = await renderFixture('promotion_results');
    expect(subject).toBe('The Lighthouse at Gull Point: 210 billable clicks, $33.62');
    expect(text).toMatch(/Clicks +231\n/);
    expect(text).toMatch(/Invoice +000042\n/);
    expect(text).toContain('We’ll charge $33.62 to your default card ending in 4242.');
  });

  it('says when nothing is due, or when there is no card to charge', async () => {
    const free = await renderFixture('promotion_results', { clicks_billable: 0, total_cents: 0, card_last4: null });
    expect(free.subject).toBe('The Lighthouse at Gull Point: 0 billable clicks, $0.00');
    expect(free.text).toContain('There’s nothing to pay.');
    const cardless = await renderFixture('promotion_results', { clicks_billable: 1, card_last4: null });
    expect(cardless.subject).toContain(': 1 billable click, ');
    expect(cardless.text).toContain('$33.62 is due, but we can’t charge your default card.');
  });

  it("shows the button's URL below it, but only once in the text", async () => {
    const { confirm_url } = emailFixtures.reader_confirm;
    const { html, text } = await renderFixture('reader_confirm');
    expect(html.split(confirm_url)).toHaveLength(4);
    expect(text.split(confirm_url)).toHaveLength(2);
  });

  it("repeats the bank's message", async () => {
    const { text, subject } = await renderFixture('charge_failed', { message: 'Your card has expired.' });
    expect(subject).toBe('Your card was declined: $31.50 for The Lighthouse at Gull Point');
    expect(text).toContain('Your card has expired.');
    expect(wordsOf({ text })).toContain('We’ll try again automatically on Monday December 7th, 2026.');
    const last = wordsOf(await renderFixture('charge_failed', { next_retry_at: null }));
    expect(last).toContain('We won’t try again automatically.');
  });

  it('doesn’t say “declined” when Stripe couldn’t try the charge', async () => {
    const message = 'We couldn’t charge your card.';
    const { text, subject } = await renderFixture('charge_failed', { message, is_declined: false });
    expect(subject).toBe('We couldn’t charge your card: $31.50 for The Lighthouse at Gull Point');
    expect(text).not.toMatch(/declined|check the card|charge failed/);
    expect(wordsOf({ text })).toContain('To try again, click “Pay $31.50 now” on your billing page');
  });

  it("doesn't say that a charge was declined or failed when there was no card to charge", async () => {
    const { text, subject } = await renderFixture('charge_failed', { message: null, is_declined: false });
    expect(subject).toBe('Please add a card: $31.50 for The Lighthouse at Gull Point');
    expect(text).toContain('We can’t charge your default card');
    expect(text).not.toMatch(/declined|charge failed|null/);
  });

  it('says until when a freed slot is held, and why it wasn’t booked', async () => {
    const { subject, text } = await renderFixture('slot_offered');
    expect(subject).toBe('A slot opened up for The Lighthouse at Gull Point');
    expect(wordsOf({ text })).toContain(
      'A slot opened up on Thursday December 3rd, 2026, and you’re first in line. We’re holding it for you until Dec 1, 2026, 8:00 PM Pacific Time. After that, it goes to the next person in line.',
    );
    expect(text).toMatch(/Held until +Dec 1, 2026, 8:00\sPM Pacific Time\n/);
    expect(text).not.toContain('automatically');
    const reason = 'Your discount code isn’t valid anymore.';
    expect(wordsOf(await renderFixture('slot_offered', { reason }))).toContain(
      'We didn’t book it automatically. Your discount code isn’t valid anymore.',
    );
  });

  it('says that waiting for a date has ended, why, and that nothing was charged', async () => {
    const full = await renderFixture('waiting_ended');
    expect(full.subject).toBe('We couldn’t book your date for The Lighthouse at Gull Point');
    expect(wordsOf(full)).toContain(
      'No slot opened up on Thursday December 3rd, 2026 in time, so we couldn’t book it for you. You weren’t charged.',
    );
    const refused = await renderFixture('waiting_ended', { reason: 'You have no valid card.' });
    expect(wordsOf(refused)).toContain(
      'A slot opened up on Thursday December 3rd, 2026, but we couldn’t book it for you. You have no valid card. You weren’t charged.',
    );
  });

  it.each([
    ['author', 'Imogen Hart', 'Confirm: follow Imogen Hart', 'deals on their books will come first in your newsletter'],
    ['series', 'Gull Point', 'Confirm: follow Gull Point', 'deals on its books will come first in your newsletter'],
    ['author', null, 'Confirm: follow the author', 'you’ll follow the author:'],
  ] as const)('asks a reader to confirm that they follow the %s %s', async (kind, title, subject, effect) => {
    const email = await renderFixture('reader_list_confirm', { list_words: { kind, title, max_price_cents: null } });
    expect(email.subject).toBe(subject);
    expect(wordsOf(email)).toContain(effect);
    expect(email.text).toMatch(/^Follow https/m);
  });

  it.each([
    [null, 'when it’s on sale.'],
    [0, 'when it’s free.'],
    [299, 'when it’s $2.99 or less.'],
  ])('says when the newsletter will mention a book saved with a maximum of %s cents', async (max_price_cents, end) => {
    const list_words = { kind: 'book', title: 'The Lighthouse', max_price_cents } as const;
    const confirm = await renderFixture('reader_list_confirm', { list_words });
    expect(confirm.subject).toBe('Confirm: save The Lighthouse');
    const welcome = await renderFixture('reader_welcome', { list_words: [list_words] });
    for (const { text } of [confirm, welcome])
      expect(wordsOf({ text })).toContain(`e’ll save The Lighthouse, and tell you in your newsletter ${end}`);
  });

  it('lists what a sign-up also follows and saves, and names the newest item in the subject', async () => {
    const { subject, text } = await renderFixture('reader_confirm');
    expect(subject).toBe('Confirm your email address to hear about The Lighthouse at Gull Point by…');
    expect(text).toContain('You’ll follow Imogen Hart: deals on their books');
    expect(wordsOf({ text })).toContain('We’ll save The Lighthouse at Gull Point by Imogen Hart, and tell you');
    const plain = await renderFixture('reader_confirm', { list_words: [] });
    expect(plain.subject).toBe('Confirm your email address to start getting ebook deals');
  });

  it('says who invites a colleague, and for how long the link works', async () => {
    const { subject, text } = await renderFixture('staff_invitation');
    expect(`${subject} ${text}`).toContain('Nora Whitlock');
    expect(text).toMatch(/three days|3 days/);
    const long = await renderFixture('staff_invitation', { invited_by: `Nora\n${'Maria '.repeat(15)}Whitlock` });
    expect(long.subject).toBe('Nora Maria Maria Maria Maria Maria… invited you to join the Deckle team');
  });

  it('asks an imported reader once and reminds once, with the source of the address', async () => {
    const first = await renderFixture('reader_permission');
    expect(wordsOf(first)).toContain(
      'Your address is on a mailing list that moved to us: Sign-up form of The Free Shelf.',
    );
    expect(wordsOf(first)).toContain('you’ll get one reminder in a week and then no more email');
    const reminder = await renderFixture('reader_permission', { is_reminder: true, list_name: null });
    expect(reminder.text).toContain('If you do nothing, this is our last email');
    expect(reminder.text).not.toContain('The Free Shelf');
  });

  it('invites back partners with or without a draft', async () => {
    expect((await renderFixture('recapture')).text).toContain(
      'The listing for The Lighthouse at Gull Point is still a draft',
    );
    const absent = await renderFixture('recapture', {
      book_title: null,
      new_promotion_url: 'https://deckle.test/partners/promotions/new',
    });
    expect(absent.subject).toBe('Ready to promote your next book?');
    expect(absent.text).not.toContain('draft');
  });
});

it('marks every email as automatic, and gives an optional one a one-click unsubscribe URL', async () => {
  for (const template of Object.keys(emailFixtures) as EmailTemplate[])
    expect((await renderEmail(template, emailFixtures[template] as never, site)).headers).toMatchObject({
      'Auto-Submitted': 'auto-generated',
    });
  const { headers } = await renderEmail('recapture', emailFixtures.recapture as never, site);
  expect(headers).toMatchObject({
    'List-Unsubscribe': '<https://deckle.test/api/v1/partners/unsubscribe/recapture/cmVjYXB0dXJl>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it('refuses an unknown template', async () => {
  await expect(renderEmail('toString' as EmailTemplate, {} as never, site)).rejects.toThrow(
    'Unknown email template: toString.',
  );
});
