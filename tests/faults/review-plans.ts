/** Plans of the review trial: a promotion and a seeded sequence of calls that change it, some of them simultaneous. */
import { addDays } from '#shared/dates.ts';
import { seededInt } from './kills.ts';
import { type CallerRole, type Effect, type LiveBook, STORE_OF, type Terms, type View } from './review-model.ts';

/** Categories that suit every book of the trial. */
export const CATEGORY_IDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19, 23, 24];

export type Cards = 'good' | 'two good' | 'dead and good' | 'dead';
export type Target = { id: number; book_id: number; author_id: number; card_ids: readonly number[] };
export type ReviewCall = {
  name: string;
  actor: CallerRole;
  method: 'POST' | 'PATCH' | 'DELETE';
  path: (target: Target) => string;
  body: object;
  /** Sends the `review_version` that the editor saw. */
  isGuarded?: boolean;
  effect: (body: ResponseBody, seen: View | undefined) => Effect;
  /** Milliseconds after its group starts. */
  delay: number;
};
/** Body of a successful response. After a 503, it has only the book, which is fetched separately. */
export type ResponseBody = {
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
  live: LiveBook;
  terms: Terms;
  alternate_dates: string[];
  groups: ReviewCall[][];
};

type Roll = (sides: number) => number;
type CallDraft = Omit<ReviewCall, 'delay'>;
type PlanContext = { roll: Roll; plan: Omit<Plan, 'groups'>; uniqueText: (kind: string) => string };

const MIN_CALLS = 6;
const MAX_CALLS = 12;
const LONG_TEXT = 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again. '.repeat(5).trim();

/** Creates a plan that depends only on the seed, the number, and the date. */
export function createPlan({ seed, number, date }: { seed: number; number: number; date: string }): Plan {
  const roll = seededInt(Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b));
  let serial = 0;
  const uniqueText = (kind: string) => `${kind} ${number}-${++serial}`;
  const live: LiveBook = {
    title: uniqueText('Book'),
    author_name: uniqueText('Author'),
    cover_url: '/no-cover.svg',
    description: `${uniqueText('Story')}. ${LONG_TEXT}`,
    blurb: roll(2) ? uniqueText('Blurb') : '',
    content_rating: 'general',
    amazon_url: linkTo('amazon_url', uniqueText('first')),
    kobo_url: linkTo('kobo_url', uniqueText('first')),
    ibooks_url: roll(3) ? null : linkTo('ibooks_url', uniqueText('first')),
    barnes_and_noble_url: null,
    google_play_url: null,
    dead_stores: [],
  };
  const terms: Terms = {
    category_id: pick(roll, CATEGORY_IDS),
    current_price_cents: 999,
    sale_price_cents: 200 + roll(100),
    blurb_override: roll(3) ? null : uniqueText('Words'),
    deal_ends_on: addDays(date, 6),
  };
  const cards = pickWeighted<Cards>(roll, [
    ['good', 14],
    ['two good', 3],
    ['dead and good', 2],
    ['dead', 1],
  ]);
  const plan = {
    number,
    date,
    live,
    terms,
    cards,
    sharesPartner: roll(4) === 0,
    hasDiscount: roll(3) === 0,
    wantsTop: roll(3) === 0,
    alternate_dates: roll(5) ? [] : [addDays(date, 1)],
  };
  return { ...plan, groups: createGroups({ roll, plan, uniqueText }) };
}

/**
 * Creates the calls, in groups. Most promotions are approved by one of the first three calls, so that most calls come
 * after the approval.
 */
function createGroups(context: PlanContext): ReviewCall[][] {
  const { roll } = context;
  const count = MIN_CALLS + roll(MAX_CALLS - MIN_CALLS + 1);
  const approval = roll(8) ? roll(3) : roll(count);
  const drafts = Array.from({ length: count }, (_, index) =>
    index === approval ? approve(context) : pickWeighted(roll, CALL_WEIGHTS)(context),
  );
  const calls = drafts.map((draft): ReviewCall => ({ ...draft, delay: roll(12) }));
  const groups: ReviewCall[][] = [];
  while (calls.length) groups.push(calls.splice(0, pick(roll, [1, 1, 2, 2, 3])));
  return groups;
}

const promotionPath =
  (action = '') =>
  ({ id }: Target) =>
    `/promotions/${id}${action}`;
const bookPath = ({ book_id }: Target) => `/books/${book_id}`;

const approve = ({ roll }: PlanContext): CallDraft => ({
  name: 'approve',
  actor: 'staff',
  method: 'POST',
  path: promotionPath('/approve'),
  body: {},
  isGuarded: roll(3) > 0,
  effect: ({ promotion }, seen) => ({ do: 'approve', date: promotion?.promotion_date, seen }),
});

const decideOnChanges = (action: 'accept' | 'keep') => (): CallDraft => ({
  name: action,
  actor: 'staff',
  method: 'POST',
  body: {},
  path: promotionPath(action === 'accept' ? '/accept_changes' : '/keep_approved'),
  isGuarded: true,
  effect: (_, seen) => ({ do: action, seen }),
});

const askAboutChanges = ({ uniqueText }: PlanContext): CallDraft => ({
  name: 'ask',
  actor: 'staff',
  method: 'POST',
  path: promotionPath('/ask_about_changes'),
  body: { message: uniqueText('Why') },
  effect: () => ({ do: 'ask' }),
});

const sendFeedback = ({ uniqueText }: PlanContext): CallDraft => ({
  name: 'reply',
  actor: 'partner',
  method: 'POST',
  path: promotionPath('/partner_feedback'),
  body: { feedback: uniqueText('Because') },
  effect: () => ({ do: 'nothing' }),
});

const cancel =
  (action: 'cancel' | 'cancel_approved') =>
  ({ roll }: PlanContext): CallDraft => ({
    name: action,
    actor: pickRole(roll),
    method: 'POST',
    path: promotionPath(`/${action}`),
    body: {},
    effect: () => ({ do: action }),
  });

type Fields = Extract<Effect, { do: 'edit' }>['fields'];

const edit =
  (actor: CallerRole, fieldsOf: (context: PlanContext) => Fields) =>
  (context: PlanContext): CallDraft => {
    const fields = fieldsOf(context);
    return {
      name: `edit ${Object.keys(fields)}`,
      actor,
      method: 'PATCH',
      path: promotionPath(),
      body: fields,
      effect: () => ({ do: 'edit', actor, fields }),
    };
  };

const editNote = ({ uniqueText }: PlanContext): CallDraft => ({
  name: 'note',
  actor: 'partner',
  method: 'PATCH',
  path: promotionPath(),
  body: { partner_note: uniqueText('Note') },
  effect: () => ({ do: 'edit', actor: 'partner', fields: {} }),
});

type BookFields = Extract<Effect, { do: 'book' }>['fields'];

const editBook =
  (actor: CallerRole, fieldsOf: (context: PlanContext) => BookFields) =>
  (context: PlanContext): CallDraft => {
    const fields = fieldsOf(context);
    return {
      name: `book ${Object.keys(fields)}`,
      actor,
      method: 'PATCH',
      path: bookPath,
      body: fields,
      effect: () => ({ do: 'book', actor, fields }),
    };
  };

const archive = (context: PlanContext) => editBook(pickRole(context.roll), () => ({ status: 'archived' }))(context);

const uploadCover =
  (actor: CallerRole) =>
  (_: PlanContext): CallDraft => ({
    name: 'cover',
    actor,
    method: 'POST',
    path: (target: Target) => `${bookPath(target)}/cover`,
    body: coverForm(),
    effect: (body) => ({ do: 'book', actor, fields: body.book ? { cover_url: body.book.cover_url } : {} }),
  });

const rename =
  (actor: CallerRole) =>
  ({ uniqueText }: PlanContext): CallDraft => {
    const name = uniqueText('Author');
    return {
      name: 'rename',
      actor,
      method: 'PATCH',
      path: ({ author_id }: Target) => `/authors/${author_id}`,
      body: { name },
      effect: () => ({ do: 'rename', actor, name }),
    };
  };

const removeCard = ({ roll }: PlanContext): CallDraft => {
  const index = roll(2);
  return {
    name: 'remove card',
    actor: 'partner',
    method: 'DELETE',
    body: {},
    path: ({ card_ids }) => `/credit_cards/${card_ids[index % card_ids.length]}`,
    effect: () => ({ do: 'nothing' }),
  };
};

const newBlurb = ({ uniqueText }: PlanContext) => ({ blurb_override: uniqueText('Words') });
const lowerPrice = ({ roll }: PlanContext) => ({ sale_price_cents: 40 + roll(200) });
const higherPrice = ({ roll }: PlanContext) => ({ sale_price_cents: 300 + roll(190) });
const freePrice = () => ({ sale_price_cents: 0 });
const newListPrice = ({ roll }: PlanContext) => ({ current_price_cents: 1000 + roll(500) });
const newCategory = ({ roll }: PlanContext) => ({ category_id: pick(roll, CATEGORY_IDS) });
const newDealEnd = ({ roll, plan }: PlanContext) => ({ deal_ends_on: addDays(plan.date, 4 + roll(8)) });
const newDate = ({ roll, plan }: PlanContext) => ({
  requested_date: addDays(plan.date, 1 + roll(3)),
  ...(roll(2) ? { deal_ends_on: addDays(plan.date, 5 + roll(6)) } : {}),
});
/** Returns one of three dates. Staff may choose even that of the newsletter that closes next. */
const anyDate = ({ roll, plan }: PlanContext) => ({ requested_date: addDays(plan.date, roll(3)) });
const severalFields = (context: PlanContext) => ({
  ...newBlurb(context),
  ...newListPrice(context),
  ...lowerPrice(context),
});
const originalTerms = ({ plan }: PlanContext) => plan.terms;

const newTexts = (context: PlanContext): BookFields => {
  const { roll, uniqueText } = context;
  return pick(roll, [
    () => ({ title: uniqueText('Book') }),
    () => ({ description: `${uniqueText('Story')}. ${LONG_TEXT}` }),
    () => ({ blurb: uniqueText('Blurb') }),
    () => ({ blurb: '' }),
    () => ({ content_rating: pick(roll, ['general', 'teen', 'mature', 'adult']) }),
    () => ({ title: uniqueText('Book'), description: `${uniqueText('Story')}. ${LONG_TEXT}`, ...newLink(context) }),
  ])();
};
const LINK_FIELDS = ['amazon_url', 'kobo_url', 'ibooks_url'] as const;
const newLink = ({ roll, uniqueText }: PlanContext): BookFields => {
  const link = pick(roll, LINK_FIELDS);
  return { [link]: linkTo(link, uniqueText('other')) };
};
const removedLink = ({ roll }: PlanContext): BookFields => ({ [pick(roll, LINK_FIELDS)]: null });
const deadLink = ({ roll }: PlanContext): BookFields => ({ dead_stores: [STORE_OF[pick(roll, LINK_FIELDS)]] });
const restoreBook = ({ plan }: PlanContext): BookFields => {
  const { author_name: _, cover_url: __, ...fields } = plan.live;
  return fields;
};
const reviveStores = (): BookFields => ({ dead_stores: [] });

/** Relative frequency of each call. */
const CALL_WEIGHTS: readonly [(context: PlanContext) => CallDraft, number][] = [
  [approve, 6],
  [decideOnChanges('accept'), 12],
  [decideOnChanges('keep'), 8],
  [askAboutChanges, 3],
  [sendFeedback, 1],
  [editBook('partner', newTexts), 12],
  [editBook('partner', newLink), 5],
  [editBook('partner', removedLink), 4],
  [editBook('partner', deadLink), 4],
  [editBook('partner', restoreBook), 3],
  [editBook('partner', reviveStores), 3],
  [rename('partner'), 4],
  [uploadCover('partner'), 1],
  [edit('partner', newBlurb), 5],
  [edit('partner', lowerPrice), 4],
  [edit('partner', higherPrice), 3],
  [edit('partner', freePrice), 2],
  [edit('partner', newListPrice), 2],
  [edit('partner', newCategory), 3],
  [edit('partner', newDate), 4],
  [edit('partner', newDealEnd), 2],
  [edit('partner', severalFields), 3],
  [edit('partner', originalTerms), 2],
  [editNote, 2],
  [edit('staff', newBlurb), 3],
  [edit('staff', lowerPrice), 1],
  [edit('staff', higherPrice), 1],
  [edit('staff', newCategory), 1],
  [edit('staff', anyDate), 3],
  [editBook('staff', newTexts), 5],
  [editBook('staff', newLink), 2],
  [editBook('staff', removedLink), 1],
  [editBook('staff', deadLink), 1],
  [editBook('staff', reviveStores), 1],
  [rename('staff'), 2],
  [uploadCover('staff'), 1],
  [archive, 4],
  [removeCard, 4],
  [cancel('cancel'), 1],
  [cancel('cancel_approved'), 2],
];

function linkTo(link: (typeof LINK_FIELDS)[number], name: string): string {
  const path = name.replaceAll(' ', '-');
  if (link === 'amazon_url') return `https://www.amazon.com/dp/${path}`;
  return link === 'kobo_url' ? `https://www.kobo.com/us/en/ebook/${path}` : `https://books.apple.com/us/book/${path}`;
}

/** A one-pixel PNG in base64. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

function coverForm() {
  const form = new FormData();
  form.set('cover', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'cover.png');
  return form;
}

const pickRole = (roll: Roll): CallerRole => (roll(2) ? 'partner' : 'staff');
const pick = <T>(roll: Roll, choices: readonly T[]): T => choices[roll(choices.length)]!;

function pickWeighted<T>(roll: Roll, choices: readonly (readonly [T, number])[]): T {
  let remaining = roll(choices.reduce((sum, [, weight]) => sum + weight, 0));
  const chosen = choices.find(([, weight]) => {
    remaining -= weight;
    return remaining < 0;
  });
  return chosen![0];
}
