/** Paths of the newsletter's public pages. Separate from paths.ts, which every page loads. */
export const newsletterPaths = {
  /** The landing page, or that of one genre. */
  signUp: (genre?: string) => (genre ? `/newsletter/${genre}` : '/newsletter'),
  /** The form that other sites frame. */
  form: (genre = 'all') => `/newsletter/embed/${genre}`,
  archive: () => '/newsletter/archive',
} as const;
