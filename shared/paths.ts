/**
 * Functions for the client's URLs, used by emails, redirects, and links. `serverPaths` has URLs that no screen uses.
 * newsletter-paths.ts and archived-path.ts have the URLs of the newsletter's public pages.
 */
type SluggedRecord = { id: number; slug: string };

const queryText = (query: Record<string, string>) =>
  Object.keys(query).length ? `?${new URLSearchParams(query)}` : '';

export const paths = {
  home: () => '/',
  /** The deals of the latest newsletter. */
  today: () => '/today',
  deals: (free = false) => (free ? '/ebook-deals/free-ebooks' : '/ebook-deals'),
  books: () => '/books',
  book: ({ id, slug }: SluggedRecord) => `/books/${id}/${slug}`,
  authors: () => '/authors',
  author: ({ id, slug }: SluggedRecord) => `/authors/${id}/${slug}`,
  category: ({ id, slug }: SluggedRecord) => `/categories/${id}/${slug}`,
  blog: () => '/blog',
  blogPost: ({ id, slug }: SluggedRecord) => `/blog/${id}/${slug}`,
  blogCategory: ({ id, slug }: SluggedRecord) => `/blog/categories/${id}/${slug}`,
  readerBlog: () => '/reader-blog',
  readerBlogPost: ({ id, slug }: SluggedRecord) => `/reader-blog/${id}/${slug}`,
  readerBlogCategory: ({ id, slug }: SluggedRecord) => `/reader-blog-categories/${id}/${slug}`,
  coverBench: () => '/author-resources/cover-and-blurb-bench',
  promotionSites: () => '/best-book-promotion-sites',
  promotionSitesCompared: () => '/best-book-promotion-sites/compare',
  promotionSite: ({ id, slug }: SluggedRecord) => `/best-book-promotion-sites/${id}/${slug}`,
  partnersLanding: () => '/partners',
  referralProgram: () => '/partners-referral-program',
  promotionRequirements: () => '/promotion-requirements',
  authorResources: () => '/author-resources',
  marketingGuides: () => '/marketing-guide',
  contact: () => '/contact',
  pricing: () => '/pricing',
  statistics: () => '/subscribers-and-statistics',
  howWeCountClicks: () => '/how-we-count-clicks',
  partnershipGuidelines: () => '/partnership-guidelines',
  socialMediaIcons: () => '/social-media-icons',
  aiTool: (tool: string) => `/ai/${tool}`,

  readerKeep: (uuid: string) => `/readers/${uuid}/keep`,
  readerEdit: (uuid: string) => `/readers/${uuid}/edit`,

  partnerSignIn: () => '/partners/sign-in',
  partnerSignUp: () => '/partners/sign-up',
  partnerForgot: () => '/partners/password/forgot',
  partnerReset: () => '/partners/password/reset',
  dashboard: () => '/partners/dashboard',
  account: () => '/partners/account',
  billing: () => '/partners/billing',
  confirmPayment: (promotionId: number) => `/partners/billing?confirm=${promotionId}`,
  partnerBooks: () => '/partners/books',
  partnerBookNew: () => '/partners/books/new',
  partnerBook: (id: number) => `/partners/books/${id}`,
  partnerBookEdit: (id: number) => `/partners/books/${id}/edit`,
  partnerPromotions: () => '/partners/promotions',
  partnerPromotionNew: (bookId?: number) => `/partners/promotions/new${bookId ? `?book_id=${bookId}` : ''}`,
  partnerSeriesBooking: () => '/partners/promotions/series',
  partnerPromotion: (id: number) => `/partners/promotions/${id}/edit`,
  authorProfiles: () => '/partners/author-profiles',
  authorProfileNew: () => '/partners/author-profiles/new',
  authorProfileEdit: (id: number) => `/partners/author-profiles/${id}/edit`,

  userSignIn: () => '/users/sign-in',
  userBooks: () => '/users/books',
  userBook: (id: number) => `/users/books/${id}`,
  userBookEdit: (id: number) => `/users/books/${id}/edit`,
  userPromotions: () => '/users/promotions',
  userPromotion: (id: number) => `/users/promotions/${id}/edit`,
  userPartner: (id: number) => `/users/partners/${id}`,
  userDiscounts: () => '/users/discounts',
  userDiscountNew: () => '/users/discounts/new',
  userDiscountEdit: (id: number) => `/users/discounts/${id}/edit`,
  userNewsletters: () => '/users/newsletters',
  userNewsletter: (id: number) => `/users/newsletters/${id}`,
  userAi: () => '/users/ai',
  userPromotionSites: () => '/users/promotion-sites',
  userBlogPostNew: () => '/users/blog-posts/new',
  adminPanel: () => '/u',
  adminSignIn: () => '/u/users/sign_in',
  adminHealth: () => '/u/health',
  adminListHealth: () => '/u/list-health',
  adminAccount: () => '/u/account',
  adminList: (entity: string, query: Record<string, string> = {}) => `/u/${entity}${queryText(query)}`,
  adminNew: (entity: string) => `/u/${entity}/new`,
  adminRecord: (entity: string, id: number | string) => `/u/${entity}/${encodeURIComponent(id)}`,
  adminEdit: (entity: string, id: number | string) => `/u/${entity}/${encodeURIComponent(id)}/edit`,
  userForgot: () => '/users/password/forgot',
  userSecondFactor: () => '/users/second-factor',
  userReset: () => '/users/password/reset',
} as const;

/** URLs that only the server uses (emails, redirects, the sitemap, embedded forms), so browsers don't download them. */
export const serverPaths = {
  authorResource: (slug: string) => `/author-resources/${slug}`,
  marketingGuide: (slug: string) => `/marketing-guide/${slug}`,
  faq: () => '/faq',
  about: () => '/about',
  privacy: () => '/privacy',
  terms: () => '/terms-and-conditions',
  /** `isUnconfirmed`: the reader never signed up, or never confirmed their sign-up. */
  readerUnsubscribe: (token: string, isUnconfirmed = false) =>
    `/readers/unsubscribe?token=${token}${isUnconfirmed ? '&unconfirmed=1' : ''}`,
  verifyEmail: (token: string) => `/partners/verify-email?token=${token}`,
  unsubscribeReminder: (token: string) => `/partners/unsubscribe-reminder-email?token=${token}`,
  unsubscribeRecapture: (token: string) => `/partners/unsubscribe-recapture-email?token=${token}`,
} as const;
