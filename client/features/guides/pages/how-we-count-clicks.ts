import evaluation from '#shared/click-evaluation.json' with { type: 'json' };
import { CLICK_RULES, type ClickRule, KNOWN_LIMITS } from '#shared/click-rules.ts';
import { QUESTION_DAYS } from '#shared/held-clicks.ts';
import { paths } from '#shared/paths.ts';
import { pageScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

const RULES: readonly ClickRule[] = Object.values(CLICK_RULES);
const SOURCES = new Map(RULES.flatMap(({ sources = [] }) => sources.map(({ url, label }) => [url, label])));
const EFFECT = { exclude: 'Not billed', hold: 'Held' };
const mixes = evaluation.filter(({ kind }) => kind === 'mix');
/** Of figures such as '98.4%'. */
const lowest = (figures: readonly string[]) => `${Math.min(...figures.map(Number.parseFloat)).toFixed(1)}%`;
const highest = (figures: readonly string[]) => `${Math.max(...figures.map(Number.parseFloat)).toFixed(1)}%`;

export const page: Article = {
  path: paths.howWeCountClicks(),
  title: 'How we count clicks: rules and known limits',
  description:
    'Which clicks authors pay for on Deckle, every rule with its reason, how well the rules tell people from programs, and what they can’t do.',
  heading: 'How we count clicks',
  lead: 'You pay per click, so you should know which clicks count. These are all the rules, how we test them, and where they fail.',
  updated: '2026-11-23',
  sections: [
    {
      id: 'one-click',
      title: 'One click per reader',
      blocks: [
        `A reader’s first click on your book in the newsletter counts, within ${FACTS.window} of the send. Clicks on this website are free. We don’t track who opens an email, so opens play no part.`,
        `Clicks are counted once, when the ${FACTS.window} are over. After that, your invoice and your result don’t change.`,
      ],
    },
    {
      id: 'rules',
      title: 'Every rule',
      blocks: [
        {
          table: {
            caption: 'The first rule that applies gives the reason',
            head: ['Rule', 'Effect', 'Reason you see'],
            rows: RULES.map(({ name, does, reason }) => [name, EFFECT[does], reason]),
          },
        },
        'Email security services open links before their users do. Their makers describe it, and browsers and email programs say how they load pages ahead:',
        { links: [...SOURCES].map(([to, label]) => ({ to, label })) },
      ],
    },
    {
      id: 'held',
      title: 'Held for review',
      blocks: [
        'A campus and a click farm can look alike. When many readers who never clicked before come from one network, one domain, or one hour of sign-ups, their clicks are held. Our staff look at the evidence and count or exclude them.',
        `What nobody has decided when the ${FACTS.window} end isn’t billed, then or later. Your promotion’s page shows held clicks and what became of them, and you can question a result for ${QUESTION_DAYS} days.`,
      ],
    },
    {
      id: 'limits',
      title: 'What the rules can’t do',
      blocks: [{ list: KNOWN_LIMITS }],
    },
    {
      id: 'tests',
      title: 'How well it works',
      blocks: [
        'We run the rules over written scenarios of people and of attacks. Precision is the share of billed clicks that a person wanted. Recall is the share of clicks that people wanted and that were billed; a held click counts as not billed. Drained is what programs cost the promotion they hit hardest, as a share of its $60.00 maximum, at 40 cents a click.',
        `In ${mixes.length} random mixes of these scenarios, recall was at least ${lowest(mixes.map(({ recall }) => recall))}, and at most ${highest(mixes.map(({ drained }) => drained))} was drained.`,
        {
          table: {
            caption: 'Every scenario',
            head: ['Scenario', 'Kind', 'Precision', 'Recall', 'Drained'],
            rows: evaluation
              .filter(({ kind }) => kind !== 'mix')
              .map(({ title, kind, precision, recall, drained }) => [title, kind, precision, recall, drained]),
          },
        },
      ],
    },
  ],
  related: [
    { to: paths.pricing(), label: 'Pricing', text: 'What a click costs in each category.' },
    { to: paths.terms(), label: 'Terms and conditions', text: 'The contract.' },
  ],
};

export const HowWeCountClicksScreen = pageScreen(page);
