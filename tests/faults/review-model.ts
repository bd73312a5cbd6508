/**
 * Independent model of approved versions: computes the version of a promotion that each successful call accepted. The
 * trial compares the product with this model, so the model imports none of the product's rules.
 */

const LINKS = ['amazon_url', 'ibooks_url', 'barnes_and_noble_url', 'google_play_url', 'kobo_url'] as const;
export type Link = (typeof LINKS)[number];
export const STORE_OF: Record<Link, string> = {
  amazon_url: 'amazon',
  ibooks_url: 'ibooks',
  barnes_and_noble_url: 'barnes_and_noble',
  google_play_url: 'google_play',
  kobo_url: 'kobo',
};
type Texts = {
  title: string;
  author_name: string;
  cover_url: string;
  description: string;
  blurb: string;
  content_rating: string;
};
/** A book as readers see it: dead links are null. */
export type ReviewFacts = Texts & Record<Link, string | null>;
export type Terms = {
  category_id: number;
  current_price_cents: number;
  sale_price_cents: number;
  blurb_override: string | null;
  deal_ends_on: string;
};
export type LiveBook = ReviewFacts & { dead_stores: string[] };

export type State = {
  live: LiveBook;
  is_archived: boolean;
  date: string;
  terms: Terms;
  proposed: Partial<Terms>;
  /** Null until the approval. */
  approved: ReviewFacts | null;
  /** The version of the book that staff declined. */
  declined: ReviewFacts | null;
  end: 'canceled' | 'left out' | 'frozen' | null;
};

export type CallerRole = 'partner' | 'staff';
/** A promotion as an editor saw it, from `serializeView`. */
export type View = string;
export type Effect =
  /** Without a date, approves the requested one. */
  | { do: 'approve'; date?: string | undefined; seen?: View | undefined }
  | { do: 'accept' | 'keep' | 'ask'; seen?: View | undefined }
  | { do: 'edit'; actor: CallerRole; fields: Partial<Terms> & { requested_date?: string } }
  | { do: 'book'; actor: CallerRole; fields: Partial<LiveBook> & { status?: string } }
  | { do: 'rename'; actor: CallerRole; name: string }
  | { do: 'cancel' | 'cancel_approved' }
  | { do: 'show'; seen: View }
  | { do: 'freeze'; date: string; result: 'frozen' | 'left out' | 'untouched' }
  | { do: 'nothing' };

/** A call with its start and end; `isCertain` if its response was a success. */
export type CompletedCall = { effect: Effect; startedAt: number; endedAt: number; isCertain: boolean };

/**
 * Finds all states that some order of the calls leads to. Calls that didn't overlap keep their order; uncertain ones
 * may have had no effect.
 */
export function statesAfter(states: readonly State[], calls: readonly CompletedCall[]): State[] {
  if (!calls.length) return [...states];
  const statesByContent = new Map<string, State>();
  const possibleFirst = calls.filter((call) =>
    calls.every((other) => other === call || other.endedAt > call.startedAt),
  );
  for (const call of possibleFirst) {
    const rest = calls.filter((other) => other !== call);
    const next = states.map((state) => apply(state, call.effect)).filter((state) => state !== null);
    for (const state of statesAfter(call.isCertain ? next : [...next, ...states], rest))
      statesByContent.set(JSON.stringify(state), state);
  }
  return [...statesByContent.values()];
}

/** Applies one call to a state; returns null if it can't have succeeded. */
function apply(state: State, effect: Effect): State | null {
  switch (effect.do) {
    case 'approve':
      if (state.approved || state.end || state.is_archived || !isSeen(state, effect.seen)) return null;
      return { ...state, approved: factsOf(state.live), declined: null, date: effect.date ?? state.date };
    case 'accept':
    case 'keep':
    case 'ask':
      if (!isOpen(state) || !changesOf(state).length || !isSeen(state, effect.seen)) return null;
      if (effect.do === 'ask') return state;
      if (effect.do === 'keep') return { ...state, proposed: {}, declined: factsOf(state.live) };
      return {
        ...state,
        proposed: {},
        declined: null,
        terms: { ...state.terms, ...state.proposed },
        approved: factsOf(state.live),
      };
    case 'edit':
      if (state.end) return null;
      return effect.actor === 'partner' && state.approved
        ? proposeEdit(state, effect.fields)
        : applyEdit(state, effect.fields);
    case 'book':
      return editBook(state, effect.actor, effect.fields);
    case 'rename':
      return setLiveBook(state, effect.actor, { ...state.live, author_name: effect.name });
    case 'cancel':
      return state.approved || state.end ? null : { ...state, end: 'canceled' };
    case 'cancel_approved':
      return isOpen(state) ? { ...state, end: 'canceled' } : null;
    case 'show':
      return isSeen(state, effect.seen) ? state : null;
    case 'freeze':
      return freeze(state, effect);
    case 'nothing':
      return state;
  }
}

const isOpen = (state: State) => state.approved !== null && state.end === null;

const factsOf = ({ dead_stores, ...facts }: LiveBook): ReviewFacts => ({
  ...facts,
  ...Object.fromEntries(LINKS.map((link) => [link, dead_stores.includes(STORE_OF[link]) ? null : facts[link]])),
});

/** Applies an edit by staff, or by a partner before the approval, to the booking. */
function applyEdit(state: State, { requested_date, ...fields }: Extract<Effect, { do: 'edit' }>['fields']): State {
  const stillProposed = Object.entries(state.proposed).filter(([field]) => !(field in fields));
  return {
    ...state,
    date: requested_date ?? state.date,
    terms: { ...state.terms, ...fields },
    proposed: Object.fromEntries(stillProposed),
  };
}

/**
 * Proposes a partner's change after the approval. Three changes apply right away: a note, another date (but a deal that
 * runs longer is only proposed), and a lower price above zero.
 */
function proposeEdit(state: State, { requested_date, ...fields }: Extract<Effect, { do: 'edit' }>['fields']): State {
  const requested = { ...state.terms, ...state.proposed, ...fields };
  const date = requested_date ?? state.date;
  const terms = { ...state.terms };
  if (date !== state.date) {
    const days = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const movedEnd = new Date(Date.parse(terms.deal_ends_on) + days(state.date, date) * 86_400_000);
    const isLonger = days(date, requested.deal_ends_on) > days(state.date, terms.deal_ends_on);
    if (isLonger && requested.deal_ends_on === terms.deal_ends_on)
      requested.deal_ends_on = movedEnd.toISOString().slice(0, 10);
    terms.deal_ends_on = isLonger ? movedEnd.toISOString().slice(0, 10) : requested.deal_ends_on;
  }
  if (requested.sale_price_cents > 0 && requested.sale_price_cents < terms.sale_price_cents)
    terms.sale_price_cents = requested.sale_price_cents;
  const pending = Object.entries(requested).filter(([field, value]) => terms[field as keyof Terms] !== value);
  return { ...state, date, terms, proposed: Object.fromEntries(pending) };
}

function editBook(state: State, actor: CallerRole, { status, ...fields }: Extract<Effect, { do: 'book' }>['fields']) {
  const isBooked = state.end === null || state.end === 'frozen';
  if (status === 'archived' && isBooked) return null;
  const changedLinks = LINKS.filter((link) => fields[link] !== undefined && fields[link] !== state.live[link]);
  const dead_stores = state.live.dead_stores.filter((store) => !changedLinks.some((link) => STORE_OF[link] === store));
  const is_archived = state.is_archived || status === 'archived';
  return setLiveBook({ ...state, is_archived }, actor, { ...state.live, dead_stores, ...fields });
}

/** Sets the live book. Fields that staff change on an approved promotion count as approved. */
function setLiveBook(state: State, actor: CallerRole, live: LiveBook): State {
  if (actor === 'partner' || !isOpen(state)) return { ...state, live };
  const before = factsOf(state.live);
  const now = factsOf(live);
  const changed = Object.entries(now).filter(([field, value]) => before[field as keyof ReviewFacts] !== value);
  return { ...state, live, approved: { ...state.approved!, ...Object.fromEntries(changed) } };
}

function freeze(state: State, { date, result }: Extract<Effect, { do: 'freeze' }>): State | null {
  const isDue = isOpen(state) && state.date <= date;
  if (result === 'untouched') return isDue ? null : state;
  if (!isDue || (result === 'frozen') !== (isRunnable(state) && state.date === date)) return null;
  return { ...state, end: result };
}

/** False if the book is archived, no link is approved, or a raised price or a missing link is undecided. */
function isRunnable(state: State): boolean {
  const approved = state.approved!;
  const isRaised = (state.proposed.sale_price_cents ?? 0) > state.terms.sale_price_cents;
  const live = proposedFacts(state);
  const isLinked = LINKS.some((link) => approved[link]);
  return !state.is_archived && !isRaised && isLinked && !LINKS.some((link) => approved[link] && !live[link]);
}

/** The live book, or the approved one if staff declined the live one. */
function proposedFacts({ live, declined, approved }: State): ReviewFacts {
  const facts = factsOf(live);
  return declined && isSame(declined, facts) ? approved! : facts;
}

const isSame = (a: ReviewFacts, b: ReviewFacts) =>
  Object.entries(a).every(([field, value]) => (b as Record<string, unknown>)[field] === value);

export type ProposedChange = [field: string, approved: unknown, proposed: unknown];

function changesOf(state: State): ProposedChange[] {
  if (!isOpen(state)) return [];
  const before: Record<string, unknown> = { ...state.approved, ...state.terms };
  const now: Record<string, unknown> = { ...proposedFacts(state), ...state.terms, ...state.proposed };
  return Object.keys(before)
    .filter((field) => before[field] !== now[field])
    .map((field) => [field, before[field], now[field]]);
}

const isSeen = (state: State, seen: View | undefined) =>
  seen === undefined || seen === serializeView({ ...state, changes: changesOf(state) });

type ViewContent = Pick<State, 'live' | 'date' | 'terms'> & { changes: ProposedChange[] };

/** Serializes the parts of a state that an editor sees. */
export const serializeView = ({ live, date, terms, changes }: ViewContent): View => {
  const { dead_stores, ...texts } = live;
  return JSON.stringify([
    sortFields(texts),
    [...dead_stores].sort(),
    date,
    sortFields(terms),
    changes.toSorted(([a], [b]) => a.localeCompare(b)),
  ]);
};

const sortFields = (record: object) => Object.entries(record).sort(([a], [b]) => a.localeCompare(b));
