/** Addresses of the newsletter's public pages, apart from paths.ts, whose size every page pays for. */
export const newsletterPaths = {
  /** The landing page, or that of one genre. */
  signUp: (genre?: string) => (genre ? `/newsletter/${genre}` : '/newsletter'),
  /** The form that other sites frame. */
  form: (genre = 'all') => `/newsletter/embed/${genre}`,
  /** The archive, or the newsletter of one date. */
  archive: (date?: string) => (date ? `/newsletter/archive/${date}` : '/newsletter/archive'),
} as const;
