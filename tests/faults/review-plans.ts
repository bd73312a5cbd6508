/**
 * Plans of the review trial: a promotion, and a seeded sequence of calls about it, some of them sent at the same time.
 */
import { addDays } from '#shared/dates.ts';
import { seededInt } from './kills.ts';
import { type CallerSide, type Effect, type Live, STORE_OF, type Terms, type View } from './review-model.ts';

/** Categories that suit every book of the trial. */
export const CATEGORY_IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 23, 24];

export type Cards = 'good' | 'two good' | 'dead and good' | 'dead';
export type Target = { id: number; book_id: number; author_id: number; card_ids: readonly number[] };
export type ReviewCall = {
  name: string;
  by: CallerSide;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: (target: Target) => string;
  body: object;
  /** Sends the `review_version` that the editor saw. */
  isGuarded?: boolean;
  effect: (answer: Answered, seen: View | undefined) => Effect;
  /** Milliseconds after the first call of its group. */
  delay: number;
};
/** After a 503, only the book, read again. */
export type Answered = {
  promotion?: { promotion_date: string };
  book?: { cover_url: string };
};

export type Plan = {
  number: number;
  date: string;
  cards: Cards;
  sharesPartner: boolean;
  hasDiscount: boolean;
  wantsTop: boolean;
  live: Live;
  terms: Terms;
  alternate_dates: string[];
  groups: ReviewCall[][];
};

type Roll = (sides: number) => number;
type Draft = Omit<ReviewCall, 'delay'>;
type Writer = { roll: Roll; plan: Omit<Plan, 'groups'>; fresh: (kind: string) => string };

const MIN_CALLS = 6;
const MAX_CALLS = 12;
const LONG = 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again. '.repeat(5).trim();

/** Creates a plan that depends on the seed and the number alone. */
export function planOf({ seed, number, date }: { seed: number; number: number; date: string }): Plan {
  const roll = seededInt(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  let serial = 0;
  const fresh = (kind: string) => `${kind} ${number}-${++serial}`;
  const live: Live = {
    title: fresh('Book'),
    author_name: fresh('Author'),
    cover_url: '/no-cover.svg',
    description: `${fresh('Story')}. ${LONG}`,
    blurb: roll(2) ? fresh('Blurb') : '',
    content_rating: 'general',
    ...{ amazon_url: linkTo('amazon_url', fresh('first')), kobo_url: linkTo('kobo_url', fresh('first')) },
    ibooks_url: roll(3) ? null : linkTo('ibooks_url', fresh('first')),
    ...{ barnes_and_noble_url: null, google_play_url: null, dead_stores: [] },
  };
  const terms: Terms = {
    category_id: pick(roll, CATEGORY_IDS),
    current_price_cents: 999,
    sale_price_cents: 200 + roll(100),
    blurb_override: roll(3) ? null : fresh('Words'),
    deal_ends_on: addDays(date, 6),
  };
  const cards = pickWeighted<Cards>(roll, [
    ['good', 14],
    ['two good', 3],
    ['dead and good', 2],
    ['dead', 1],
  ]);
  const plan = {
    ...{ number, date, live, terms, cards },
    ...{ sharesPartner: roll(4) === 0, hasDiscount: roll(3) === 0, wantsTop: roll(3) === 0 },
    alternate_dates: roll(5) ? [] : [addDays(date, 1)],
  };
  return { ...plan, groups: groupsOf({ roll, plan, fresh }) };
}

/** Divides the calls into groups. Most promotions are approved by one of the first three calls, so that most others come after it. */
function groupsOf(writer: Writer): ReviewCall[][] {
  const { roll } = writer;
  const count = MIN_CALLS + roll(MAX_CALLS - MIN_CALLS + 1);
  const approval = roll(8) ? roll(3) : roll(count);
  const drafts = Array.from({ length: count }, (_, index) =>
    index === approval ? approve(writer) : pickWeighted(roll, KINDS)(writer),
  );
  const calls = drafts.map((draft): ReviewCall => ({ ...draft, delay: roll(12) }));
  const groups: ReviewCall[][] = [];
  while (calls.length) groups.push(calls.splice(0, pick(roll, [1, 1, 2, 2, 3])));
  return groups;
}

const ofPromotion =
  (action = '') =>
  ({ id }: Target) =>
    `/promotions/${id}${action}`;
const ofBook = ({ book_id }: Target) => `/books/${book_id}`;

const approve = ({ roll }: Writer): Draft => ({
  ...{ name: 'approve', by: 'staff', method: 'POST', path: ofPromotion('/approve'), body: {} },
  isGuarded: roll(3) > 0,
  effect: ({ promotion }, seen) => ({ do: 'approve', date: promotion?.promotion_date, seen }),
});

const answer = (action: 'accept' | 'keep') => (): Draft => ({
  ...{ name: action, by: 'staff', method: 'POST', body: {} },
  path: ofPromotion(action === 'accept' ? '/accept_changes' : '/keep_approved'),
  isGuarded: true,
  effect: (_, seen) => ({ do: action, seen }),
});

const ask = ({ fresh }: Writer): Draft => ({
  ...{ name: 'ask', by: 'staff', method: 'POST', path: ofPromotion('/ask_about_changes') },
  ...{ body: { message: fresh('Why') }, effect: () => ({ do: 'ask' }) },
});

const reply = ({ fresh }: Writer): Draft => ({
  ...{ name: 'reply', by: 'partner', method: 'POST', path: ofPromotion('/partner_feedback') },
  ...{ body: { feedback: fresh('Because') }, effect: () => ({ do: 'nothing' }) },
});

const cancel =
  (action: 'cancel' | 'cancel_approved') =>
  ({ roll }: Writer): Draft => ({
    ...{ name: action, by: pickRole(roll), method: 'POST', path: ofPromotion(`/${action}`), body: {} },
    effect: () => ({ do: action }),
  });

type Fields = Extract<Effect, { do: 'edit' }>['fields'];

const edit =
  (by: CallerSide, fieldsOf: (writer: Writer) => Fields) =>
  (writer: Writer): Draft => {
    const fields = fieldsOf(writer);
    return {
      ...{ name: `edit ${Object.keys(fields)}`, by, method: 'PATCH', path: ofPromotion(), body: fields },
      effect: () => ({ do: 'edit', by, fields }),
    };
  };

const note = ({ fresh }: Writer): Draft => ({
  ...{ name: 'note', by: 'partner', method: 'PATCH', path: ofPromotion(), body: { partner_note: fresh('Note') } },
  effect: () => ({ do: 'edit', by: 'partner', fields: {} }),
});

type BookFields = Extract<Effect, { do: 'book' }>['fields'];

const book =
  (by: CallerSide, fieldsOf: (writer: Writer) => BookFields) =>
  (writer: Writer): Draft => {
    const fields = fieldsOf(writer);
    return {
      ...{ name: `book ${Object.keys(fields)}`, by, method: 'PATCH', path: ofBook, body: fields },
      effect: () => ({ do: 'book', by, fields }),
    };
  };

const archive = (writer: Writer) => book(pickRole(writer.roll), () => ({ status: 'archived' }))(writer);

const cover =
  (by: CallerSide) =>
  (_: Writer): Draft => ({
    ...{ name: 'cover', by, method: 'POST', path: (target: Target) => `${ofBook(target)}/cover`, body: coverForm() },
    effect: (answered) => ({ do: 'book', by, fields: answered.book ? { cover_url: answered.book.cover_url } : {} }),
  });

const rename =
  (by: CallerSide) =>
  ({ fresh }: Writer): Draft => {
    const name = fresh('Author');
    return {
      ...{ name: 'rename', by, method: 'PATCH', path: ({ author_id }: Target) => `/authors/${author_id}` },
      ...{ body: { name }, effect: () => ({ do: 'rename', by, name }) },
    };
  };

const removeCard = ({ roll }: Writer): Draft => {
  const place = roll(2);
  return {
    ...{ name: 'remove card', by: 'partner', method: 'DELETE', body: {} },
    path: ({ card_ids }) => `/credit_cards/${card_ids[place % card_ids.length]}`,
    effect: () => ({ do: 'nothing' }),
  };
};

const words = ({ fresh }: Writer) => ({ blurb_override: fresh('Words') });
const lower = ({ roll }: Writer) => ({ sale_price_cents: 40 + roll(200) });
const raise = ({ roll }: Writer) => ({ sale_price_cents: 300 + roll(190) });
const free = () => ({ sale_price_cents: 0 });
const listPrice = ({ roll }: Writer) => ({ current_price_cents: 1000 + roll(500) });
const category = ({ roll }: Writer) => ({ category_id: pick(roll, CATEGORY_IDS) });
const dealEnd = ({ roll, plan }: Writer) => ({ deal_ends_on: addDays(plan.date, 4 + roll(8)) });
const date = ({ roll, plan }: Writer) => ({
  requested_date: addDays(plan.date, 1 + roll(3)),
  ...(roll(2) ? { deal_ends_on: addDays(plan.date, 5 + roll(6)) } : {}),
});
/** Staff may still choose the newsletter that closes next. */
const anyDate = ({ roll, plan }: Writer) => ({ requested_date: addDays(plan.date, roll(3)) });
const several = (writer: Writer) => ({ ...words(writer), ...listPrice(writer), ...lower(writer) });
const undo = ({ plan }: Writer) => plan.terms;

const text = (writer: Writer): BookFields => {
  const { roll, fresh } = writer;
  return pick(roll, [
    () => ({ title: fresh('Book') }),
    () => ({ description: `${fresh('Story')}. ${LONG}` }),
    () => ({ blurb: fresh('Blurb') }),
    () => ({ blurb: '' }),
    () => ({ content_rating: pick(roll, ['general', 'teen', 'mature', 'adult']) }),
    () => ({ title: fresh('Book'), description: `${fresh('Story')}. ${LONG}`, ...newLink(writer) }),
  ])();
};
const LINKED = ['amazon_url', 'kobo_url', 'ibooks_url'] as const;
const newLink = ({ roll, fresh }: Writer): BookFields => {
  const link = pick(roll, LINKED);
  return { [link]: linkTo(link, fresh('other')) };
};
const noLink = ({ roll }: Writer): BookFields => ({ [pick(roll, LINKED)]: null });
const deadLink = ({ roll }: Writer): BookFields => ({ dead_stores: [STORE_OF[pick(roll, LINKED)]] });
const restoreBook = ({ plan }: Writer): BookFields => {
  const { author_name: _, cover_url: __, ...fields } = plan.live;
  return fields;
};
const reviveStores = (): BookFields => ({ dead_stores: [] });

/** Relative frequency of each call. */
const KINDS: readonly [(writer: Writer) => Draft, number][] = [
  [approve, 6],
  [answer('accept'), 12],
  [answer('keep'), 8],
  [ask, 3],
  [reply, 1],
  [book('partner', text), 12],
  [book('partner', newLink), 5],
  [book('partner', noLink), 4],
  [book('partner', deadLink), 4],
  [book('partner', restoreBook), 3],
  [book('partner', reviveStores), 3],
  [rename('partner'), 4],
  [cover('partner'), 1],
  [edit('partner', words), 5],
  [edit('partner', lower), 4],
  [edit('partner', raise), 3],
  [edit('partner', free), 2],
  [edit('partner', listPrice), 2],
  [edit('partner', category), 3],
  [edit('partner', date), 4],
  [edit('partner', dealEnd), 2],
  [edit('partner', several), 3],
  [edit('partner', undo), 2],
  [note, 2],
  [edit('staff', words), 3],
  [edit('staff', lower), 1],
  [edit('staff', raise), 1],
  [edit('staff', category), 1],
  [edit('staff', anyDate), 3],
  [book('staff', text), 5],
  [book('staff', newLink), 2],
  [book('staff', noLink), 1],
  [book('staff', deadLink), 1],
  [book('staff', reviveStores), 1],
  [rename('staff'), 2],
  [cover('staff'), 1],
  [archive, 4],
  [removeCard, 4],
  [cancel('cancel'), 1],
  [cancel('cancel_approved'), 2],
];

function linkTo(link: (typeof LINKED)[number], name: string): string {
  const path = name.replaceAll(' ', '-');
  if (link === 'amazon_url') return `https://www.amazon.com/dp/${path}`;
  return link === 'kobo_url' ? `https://www.kobo.com/us/en/ebook/${path}` : `https://books.apple.com/us/book/${path}`;
}

/** A one-pixel PNG. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function coverForm() {
  const form = new FormData();
  form.set('cover', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'cover.png');
  return form;
}

const pickRole = (roll: Roll): CallerSide => (roll(2) ? 'partner' : 'staff');
const pick = <T>(roll: Roll, from: readonly T[]): T => from[roll(from.length)]!;

function pickWeighted<T>(roll: Roll, choices: readonly (readonly [T, number])[]): T {
  let left = roll(choices.reduce((sum, [, weight]) => sum + weight, 0));
  const chosen = choices.find(([, weight]) => {
    left -= weight;
    return left < 0;
  });
  return chosen![0];
}
