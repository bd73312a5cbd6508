import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths, serverPaths } from '#shared/paths.ts';

const GUIDES = [
  'book-marketing-plan',
  'how-to-promote-your-book',
  'amazon-book-marketing',
  'book-marketing-checklist',
  'book-marketing-strategies',
  'book-promotion-ideas',
  'book-review-services',
  'guerilla-book-marketing',
  'how-to-launch-a-book',
  'list-of-keywords-for-books',
  'social-media-book-marketing',
];
const GENRES = ['any-genre', 'romance', 'fantasy', 'thriller'];
const TOOLS = ['book-description', 'pen-name', 'book-character', 'book-title', 'book-plot'];

/** Public pages without a record. */
export const PAGES: readonly string[] = [
  paths.home(),
  paths.deals(),
  paths.deals(true),
  paths.books(),
  paths.authors(),
  paths.blog(),
  paths.readerBlog(),
  newsletterPaths.signUp(),
  newsletterPaths.archive(),
  paths.today(),
  paths.promotionSites(),
  paths.pricing(),
  paths.statistics(),
  paths.contact(),
  serverPaths.about(),
  serverPaths.privacy(),
  serverPaths.terms(),
  paths.partnersLanding(),
  paths.referralProgram(),
  paths.howWeCountClicks(),
  paths.partnershipGuidelines(),
  paths.promotionRequirements(),
  paths.socialMediaIcons(),
  serverPaths.faq(),
  paths.authorResources(),
  paths.coverBench(),
  paths.marketingGuides(),
  ...GENRES.map((genre) => serverPaths.authorResource(`running-successful-promotions-${genre}`)),
  ...GUIDES.map(serverPaths.marketingGuide),
  ...TOOLS.map((tool) => paths.aiTool(`${tool}-generator`)),
];
