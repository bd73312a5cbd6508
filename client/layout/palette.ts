/** The destinations of the command palette. */
import type { SearchKind, StaffSearchResult } from '#shared/partner-dossier.ts';
import { paths } from '#shared/paths.ts';

/** Groups in the order of the palette. */
export const GROUP_NAMES = ['Recent', 'Screens', 'Partners', 'Books', 'Promotions', 'Invoices', 'Newsletters'] as const;
export type Destination = { group: (typeof GROUP_NAMES)[number]; title: string; detail: string; to: string };

const screen = (title: string, to: string, detail = ''): Destination => ({ group: 'Screens', title, detail, to });

export const SCREENS: readonly Destination[] = [
  screen('Promotions', paths.userPromotions(), 'The review queue'),
  screen('Books', paths.userBooks()),
  screen('Newsletters', paths.userNewsletters()),
  screen('Discounts', paths.userDiscounts()),
  screen('Add a discount code', paths.userDiscountNew()),
  screen('New blog post', paths.userBlogPostNew()),
  screen('Check promotion sites', paths.userPromotionSites()),
  screen('AI prompt', paths.userAi()),
  screen('Admin panel', paths.adminPanel()),
  screen('System health', paths.adminHealth()),
  screen('List health', paths.adminListHealth(), 'Engagement, bounces, and spam complaints'),
  screen('Your account', paths.adminAccount(), 'Password, two-factor authentication, API keys, webhooks'),
];

const DESTINATIONS_BY_KIND: Record<SearchKind, { group: Destination['group']; to: (id: number) => string }> = {
  partner: { group: 'Partners', to: paths.userPartner },
  book: { group: 'Books', to: paths.userBook },
  promotion: { group: 'Promotions', to: paths.userPromotion },
  invoice: { group: 'Invoices', to: (id) => paths.adminRecord('invoices', id) },
  newsletter: { group: 'Newsletters', to: paths.userNewsletter },
};

export const destinationOf = ({ kind, id, title, detail }: StaffSearchResult): Destination => ({
  group: DESTINATIONS_BY_KIND[kind].group,
  title,
  detail,
  to: DESTINATIONS_BY_KIND[kind].to(id),
});

/** Destinations with a word that starts with the text. Those whose title starts with it come first. */
export function matchingDestinations(destinations: readonly Destination[], text: string) {
  const searchText = text.toLowerCase();
  const rank = ({ title, detail }: Destination) => {
    if (title.toLowerCase().startsWith(searchText)) return 0;
    return ` ${title} ${detail}`.toLowerCase().includes(` ${searchText}`) ? 1 : 2;
  };
  return destinations.filter((destination) => rank(destination) < 2).sort((a, b) => rank(a) - rank(b));
}
