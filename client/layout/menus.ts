import { paths } from '#shared/paths.ts';

export type MenuItem = { label: string; to: string };

export const MAIN_LINKS: readonly MenuItem[] = [
  { label: 'All eBooks', to: paths.deals() },
  { label: 'Free eBooks', to: paths.deals(true) },
];

export const AI_TOOL_LINKS: readonly MenuItem[] = [
  { label: 'Book description', to: paths.aiTool('book-description-generator') },
  { label: 'Pen name', to: paths.aiTool('pen-name-generator') },
  { label: 'Book character', to: paths.aiTool('book-character-generator') },
  { label: 'Book title', to: paths.aiTool('book-title-generator') },
  { label: 'Book plot', to: paths.aiTool('book-plot-generator') },
];

export const AUTHOR_RESOURCES: readonly MenuItem[] = [
  { label: 'Author resources', to: paths.authorResources() },
  { label: 'Marketing guide', to: paths.marketingGuides() },
  { label: 'Best book promotion sites', to: paths.promotionSites() },
  { label: 'Promotion requirements', to: paths.promotionRequirements() },
  { label: 'Pricing', to: '/pricing' },
  { label: 'Subscribers and statistics', to: '/subscribers-and-statistics' },
  { label: 'Blog', to: paths.blog() },
];

export const VISITOR_MENU: readonly MenuItem[] = [
  { label: 'Sign In', to: paths.partnerSignIn() },
  { label: 'Sign Up', to: paths.partnerSignUp() },
  { label: 'Learn More', to: paths.partnersLanding() },
  { label: 'Author Resources', to: paths.authorResources() },
];

export const PARTNER_MENU: readonly MenuItem[] = [
  { label: 'My Dashboard', to: paths.dashboard() },
  { label: 'My eBooks', to: paths.partnerBooks() },
  { label: 'Add an eBook', to: paths.partnerBookNew() },
  { label: 'My Promotions', to: paths.partnerPromotions() },
  { label: 'Add a Promotion', to: paths.partnerPromotionNew() },
  { label: 'My Author Profiles', to: paths.authorProfiles() },
  { label: 'Add an Author Profile', to: paths.authorProfileNew() },
  { label: 'Edit Account', to: paths.account() },
  { label: 'Billing', to: paths.billing() },
  { label: 'Referral Program', to: paths.referralProgram() },
];

export const USER_MENU: readonly MenuItem[] = [
  { label: 'Dashboard', to: paths.userPromotions() },
  { label: 'New Blog Post', to: paths.userBlogPostNew() },
];

export const SHORT_FOOTER: readonly MenuItem[] = [
  { label: 'All Books', to: paths.books() },
  { label: 'All Authors', to: paths.authors() },
  { label: 'Partner sign in', to: paths.partnerSignIn() },
  { label: 'Partner sign up', to: paths.partnerSignUp() },
  { label: 'Author resources', to: paths.authorResources() },
  { label: 'Contact', to: paths.contact() },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms-and-conditions' },
];

export const FOOTER_GROUPS: readonly { title: string; items: readonly MenuItem[] }[] = [
  {
    title: 'Readers',
    items: [
      { label: 'All eBooks', to: paths.deals() },
      { label: 'Free eBooks', to: paths.deals(true) },
      { label: 'All Books', to: paths.books() },
      { label: 'All Authors', to: paths.authors() },
      { label: 'Reader blog', to: paths.readerBlog() },
    ],
  },
  {
    title: 'Authors and publishers',
    items: [
      { label: 'Partner sign in', to: paths.partnerSignIn() },
      { label: 'Partner sign up', to: paths.partnerSignUp() },
      { label: 'How it works', to: paths.partnersLanding() },
      { label: 'Pricing', to: '/pricing' },
      { label: 'Promotion requirements', to: paths.promotionRequirements() },
      { label: 'Subscribers and statistics', to: '/subscribers-and-statistics' },
      { label: 'Referral program', to: paths.referralProgram() },
      { label: 'Author resources', to: paths.authorResources() },
    ],
  },
  {
    title: 'Deckle',
    items: [
      { label: 'About', to: '/about' },
      { label: 'Contact', to: '/contact' },
      { label: 'Blog', to: paths.blog() },
      { label: 'Partnership guidelines', to: '/partnership-guidelines' },
      { label: 'Social media icons', to: '/social-media-icons' },
      { label: 'Privacy', to: '/privacy' },
      { label: 'Terms and conditions', to: '/terms-and-conditions' },
    ],
  },
];
