/** The five tools, as each page names the others. */
export const TOOL_LINKS = [
  { slug: 'book-description-generator', label: 'Book description generator' },
  { slug: 'pen-name-generator', label: 'Pen name generator' },
  { slug: 'book-character-generator', label: 'Book character generator' },
  { slug: 'book-title-generator', label: 'Book title generator' },
  { slug: 'book-plot-generator', label: 'Book plot generator' },
] as const;
