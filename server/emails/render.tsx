/**
 * Renders templates and newsletters to subject, HTML, and text. Node can't read JSX, so the build compiles this file to
 * dist/server/emails.js; the tests import the source.
 */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { render, toPlainText } from 'react-email';
import * as accountNotice from './account-notice.tsx';
import * as changesQuestioned from './changes-questioned.tsx';
import * as changesReviewed from './changes-reviewed.tsx';
import * as chargeFailed from './charge-failed.tsx';
import * as chargeSucceeded from './charge-succeeded.tsx';
import * as clickQuestionAnswered from './click-question-answered.tsx';
import * as contactMessage from './contact-message.tsx';
import * as datePassed from './date-passed.tsx';
import * as dateProposed from './date-proposed.tsx';
import * as deliverabilityReport from './deliverability-report.tsx';
import { outlookHead } from './email-style.ts';
import * as emailVerification from './email-verification.tsx';
import * as feedbackAsked from './feedback-asked.tsx';
import * as invoiceWrittenOff from './invoice-written-off.tsx';
import * as ledgerDiffers from './ledger-differs.tsx';
import * as moneyAlert from './money-alert.tsx';
import { CategoryHeading, type FrameProps, Newsletter, NewsletterFrame, PRICE_NOTE } from './newsletter.tsx';
import { NewsletterEntry } from './newsletter-entry.tsx';
import { dealText, frameText, headingText, newsletterText } from './newsletter-text.ts';
import * as partnerWelcome from './partner-welcome.tsx';
import * as passwordReset from './password-reset.tsx';
import * as paymentConfirmationAsked from './payment-confirmation-asked.tsx';
import * as priceReminder from './price-reminder.tsx';
import * as priceWrong from './price-wrong.tsx';
import * as promotionApproved from './promotion-approved.tsx';
import * as promotionCancelled from './promotion-cancelled.tsx';
import * as promotionDeclined from './promotion-declined.tsx';
import * as promotionReopened from './promotion-reopened.tsx';
import * as promotionResults from './promotion-results.tsx';
import * as promotionSent from './promotion-sent.tsx';
import * as promotionSubmitted from './promotion-submitted.tsx';
import * as promotionUnableToSend from './promotion-unable-to-send.tsx';
import * as promotionsUndecided from './promotions-undecided.tsx';
import * as readerConfirm from './reader-confirm.tsx';
import * as readerListConfirm from './reader-list-confirm.tsx';
import * as readerPermission from './reader-permission.tsx';
import * as readerSunset from './reader-sunset.tsx';
import * as readerWelcome from './reader-welcome.tsx';
import * as recapture from './recapture.tsx';
import * as refundMade from './refund-made.tsx';
import * as slotOffered from './slot-offered.tsx';
import * as staffAlert from './staff-alert.tsx';
import * as staffInvitation from './staff-invitation.tsx';
import type { EmailProps, EmailTemplate, NewsletterDeal, NewsletterProps, Site } from './templates.ts';
import * as waitingEnded from './waiting-ended.tsx';

export { emailFixtures, newsletterFixture } from './fixtures.ts';

/** `headers` are additional headers of this template, such as Reply-To. */
type EmailModule<P> = {
  subject: (props: P) => string;
  headers?: (props: P) => Record<string, string>;
  Email: (props: P & { site: Site }) => ReactElement;
};

const emails: { [T in EmailTemplate]: EmailModule<EmailProps[T]> } = {
  password_reset: passwordReset,
  staff_invitation: staffInvitation,
  account_notice: accountNotice,
  email_verification: emailVerification,
  contact_message: contactMessage,
  reader_confirm: readerConfirm,
  reader_list_confirm: readerListConfirm,
  reader_permission: readerPermission,
  reader_sunset: readerSunset,
  reader_welcome: readerWelcome,
  partner_welcome: partnerWelcome,
  promotion_submitted: promotionSubmitted,
  promotion_approved: promotionApproved,
  promotion_declined: promotionDeclined,
  feedback_asked: feedbackAsked,
  changes_questioned: changesQuestioned,
  changes_reviewed: changesReviewed,
  click_question_answered: clickQuestionAnswered,
  date_proposed: dateProposed,
  date_passed: datePassed,
  promotion_cancelled: promotionCancelled,
  promotion_reopened: promotionReopened,
  promotion_sent: promotionSent,
  promotion_unable_to_send: promotionUnableToSend,
  promotion_results: promotionResults,
  charge_failed: chargeFailed,
  charge_succeeded: chargeSucceeded,
  payment_confirmation_asked: paymentConfirmationAsked,
  refund_made: refundMade,
  invoice_written_off: invoiceWrittenOff,
  money_alert: moneyAlert,
  staff_alert: staffAlert,
  ledger_differs: ledgerDiffers,
  deliverability_report: deliverabilityReport,
  promotions_undecided: promotionsUndecided,
  slot_offered: slotOffered,
  waiting_ended: waitingEnded,
  price_reminder: priceReminder,
  price_wrong: priceWrong,
  recapture,
};

/** Throws for an unknown template, so that such an email fails visibly instead of being sent empty. */
export async function renderEmail<T extends EmailTemplate>(template: T, props: EmailProps[T], site: Site) {
  if (!Object.hasOwn(emails, template)) throw new Error(`Unknown email template: ${template}.`);
  const { subject, headers, Email } = emails[template] as EmailModule<EmailProps[T]>;
  const html = await renderHtml(Email({ ...props, site }));
  const text = toPlainText(html, { selectors: keepTitleCase });
  return {
    subject: subject(props),
    html: withOutlookHead(html),
    text,
    // Prevents automatic out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers?.(props) },
  };
}

/** Renders a newsletter as a whole. It isn't shortened to the 102 kB at which Gmail clips an email. */
export async function renderNewsletter(props: NewsletterProps) {
  const html = await renderHtml(<Newsletter {...props} />);
  return { subject: props.subject, html: withOutlookHead(html), text: newsletterText(props, PRICE_NOTE) };
}

/**
 * Renders the parts of a newsletter before and after its deals. These, the headings, and the entries are rendered with
 * placeholders, cached, and joined for each reader.
 */
export async function renderFrame(props: FrameProps) {
  const html = withOutlookHead(await renderHtml(<NewsletterFrame {...props}>{DEALS_MARK}</NewsletterFrame>));
  const [before, after] = html.split(DEALS_MARK) as [string, string];
  const text = frameText(props, PRICE_NOTE);
  return { before: { html: before, text: text.before }, after: { html: after, text: text.after } };
}

/** `options` has one of two links: `off_url` turns the category off, `list_url` shows the reader's list. */
export const renderHeading = (
  category_name: string,
  options: { isFirst: boolean } & ({ off_url: string } | { list_url: string }),
) => ({
  html: renderToStaticMarkup(<CategoryHeading category_name={category_name} {...options} />),
  text: headingText({ category_name, ...options }),
});

export const renderEntry = (deal: NewsletterDeal) => ({
  html: withoutPreloads(renderToStaticMarkup(<NewsletterEntry deal={deal} />)),
  text: dealText(deal),
});

/** Marks the place of the deals; no user text appears in a frame. */
const DEALS_MARK = '~~deals~~';

const renderHtml = async (email: ReactElement) => withoutPreloads(await render(email));

/** Removes React's image preloads, which only make sense in web pages. */
const withoutPreloads = (html: string) => html.replace(/<link rel="preload"[^>]*>/g, '');

const keepTitleCase = [{ selector: 'h1', options: { uppercase: false } }];

/** Inserted as a string because React can't render HTML comments. */
const withOutlookHead = (html: string) => html.replace('</head>', () => `${outlookHead}</head>`);
