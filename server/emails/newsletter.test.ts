import { beforeAll, describe, expect, it } from 'vitest';
import { newsletterFixture, renderEntry, renderFrame, renderHeading, renderNewsletter } from './render.tsx';
import type { NewsletterDeal, NewsletterProps } from './templates.ts';
import { linksOf, textOf, unbalancedTag } from './testing.ts';

type Rendered = Awaited<ReturnType<typeof renderNewsletter>>;
const plainDeal: NewsletterDeal = {
  promotion_id: 1,
  title: 'The Salt Road',
  author_name: 'Ada Quill',
  category_name: 'History',
  blurb: 'A widow takes her husband’s seat in the salt trade.',
  cover_url: 'https://deckle.test/covers/1-120.jpg',
  sale_price_cents: 99,
  current_price_cents: 499,
  is_top: false,
  stores: [{ store: 'kobo', url: 'https://deckle.test/kobo-token' }],
};
const withDeals = (deals: NewsletterDeal[]): NewsletterProps => ({
  ...newsletterFixture,
  sections: [{ category_name: 'History', off_url: 'https://deckle.test/off', deals }],
});
const withDeal = (changes: Partial<NewsletterDeal>) => renderNewsletter(withDeals([{ ...plainDeal, ...changes }]));

describe('the newsletter', () => {
  let newsletter: Rendered;
  beforeAll(async () => {
    newsletter = await renderNewsletter(newsletterFixture);
  });

  it('is well-formed HTML without placeholders', () => {
    expect(newsletter.html).toMatch(/^<!DOCTYPE html/);
    expect(unbalancedTag(newsletter.html)).toBeNull();
    expect(newsletter.html + newsletter.text).not.toMatch(/undefined|\[object|\bNaN\b|\bnull\b/);
  });

  it('has its own subject, preheader, and date', () => {
    expect(newsletter.subject).toBe('A locked lighthouse for $0.99, and three more ebook deals');
    expect(newsletter.html).toContain('>Cozy Mystery, Thriller, and Historical Fiction from free to $2.99 today.<');
    expect(textOf(newsletter.html)).toContain('Ebook deals for Thursday December 3rd, 2026');
    expect(newsletter.text).toContain('DECKLE\nEbook deals for Thursday December 3rd, 2026\n');
  });

  it('lists the deals of the reader’s list, then those of each category, in the given order', () => {
    for (const part of [textOf(newsletter.html), newsletter.text]) {
      const positions = ['Nine Minutes Dark', 'Gull Point', 'Larceny', 'The Salt Road'].map((title) =>
        part.indexOf(title),
      );
      expect(positions.every((position) => position > 0)).toBe(true);
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
    }
    expect(newsletter.text).toContain(
      'FROM YOUR LIST\n==============\nAuthors and series you follow, and books you saved. Change your list: https://deckle.test/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit#list\n\nNine Minutes Dark, by R. S. Okafor\n* On your list: $2.99 or less\n$2.99 (was $7.99), until Sun, Dec 6\n',
    );
    expect(newsletter.text).toContain(
      'HISTORICAL FICTION\n==================\nYou chose this genre. Turn it off: https://deckle.test/readers/6f0d9c5e-58a1-4a0e-9c55-3f6c1b7a2d10/edit?off=15\n\nThe Salt Road\n',
    );
    expect(newsletter.html).toMatch(/On your list: \$2\.99 or less<\/div><h3[^>]*><a [^>]*>Nine Minutes Dark</);
  });

  it('makes each title a heading, with its cover hidden from screen readers and each store named with the title', () => {
    expect(newsletter.html.match(/<h\d/g)).toEqual(['<h1', '<h2', '<h3', '<h2', '<h3', '<h3', '<h2', '<h3']);
    expect(newsletter.html).toMatch(/<h3[^>]*><a [^>]*>The Salt Road<\/a><\/h3>/);
    expect(newsletter.html).toContain('aria-label="Get it at Amazon: The Salt Road"');
    expect(newsletter.html).toContain('aria-label="Kobo: The Lighthouse at Gull…"');
    const covers = [...newsletter.html.matchAll(/<a [^>]*>(?=<img )<img [^>]*>/g)].map(([cover]) => cover);
    expect(covers).toHaveLength(4);
    for (const cover of covers)
      expect(cover).toMatch(/aria-hidden="true" tabindex="-1".* alt="Cover of .+" width="120" height="180"/);
  });

  it('never cuts an emoji in half in the labels of its links', async () => {
    const { html } = await withDeal({ title: `${'a'.repeat(22)}🐉 and more` });
    expect(html).toContain(`aria-label="Get it at Kobo: ${'a'.repeat(22)}…"`);
  });

  it('has every visible link of the HTML in the text', () => {
    const { hidden_bottom_url, hidden_top_url } = newsletterFixture;
    const links = linksOf(newsletter.html).filter((link) => link !== hidden_bottom_url && link !== hidden_top_url);
    expect(links.length).toBeGreaterThan(11);
    for (const link of links) expect(newsletter.text).toContain(link);
  });

  it('links to preferences and unsubscribing, and says why it was sent and by whom', () => {
    expect(linksOf(newsletter.html)).toContain(newsletterFixture.preferences_url);
    expect(linksOf(newsletter.html)).toContain(newsletterFixture.unsubscribe_url);
    for (const part of [textOf(newsletter.html), newsletter.text]) {
      expect(part).toContain('because you chose Cozy Mystery');
      expect(part).toContain('Quill & Press Ltd, 12 Example Lane, Example City, Example Country');
    }
  });

  it.each(['h7Yt3KpQ0s', 't4Yt3KpQ0s'])('hides the link %s from view, keyboards, and screen readers', (token) => {
    const [hiddenLink] = new RegExp(`<div[^>]*><a href="https://deckle\\.test/${token}"[^>]*>[^<]*</a></div>`).exec(
      newsletter.html,
    ) ?? [''];
    expect(hiddenLink).toContain('aria-hidden="true"');
    expect(hiddenLink).toContain('display:none');
    expect(hiddenLink).toContain('mso-hide:all');
    expect(hiddenLink).toContain('tabindex="-1"');
    expect(newsletter.text).not.toContain(token);
  });
});

describe('a deal', () => {
  it('strikes out the current price and shows the deal price', async () => {
    const { html, text } = await withDeal({});
    expect(html).toMatch(/<b [^>]*>\$0\.99<\/b> was <s [^>]*>\$4\.99<\/s>/);
    expect(text).toContain('The Salt Road, by Ada Quill\n$0.99 (was $4.99)\nA widow');
  });

  it('shows FREE at zero cents', async () => {
    const { html, text } = await withDeal({ sale_price_cents: 0 });
    expect(html).toMatch(/<b [^>]*>FREE<\/b> was <s [^>]*>\$4\.99<\/s>/);
    expect(text).toContain('FREE (was $4.99)');
  });

  it("strikes out nothing when the price isn't lower than usual", async () => {
    const { html, text } = await withDeal({ current_price_cents: 99 });
    expect(html).not.toContain('<s ');
    expect(text).toContain('$0.99\nA widow');
  });

  it('names the stores as readers know them and links to each', async () => {
    const { html, text } = await withDeal({
      stores: [
        { store: 'ibooks', url: 'https://deckle.test/a' },
        { store: 'barnes_and_noble', url: 'https://deckle.test/b' },
      ],
    });
    expect(html).toMatch(/<a href="https:\/\/deckle\.test\/a"[^>]*>Get it at Apple Books<\/a>/);
    expect(html).toMatch(/<a href="https:\/\/deckle\.test\/b"[^>]*>Barnes &amp; Noble<\/a>/);
    expect(text).toContain('Apple Books: https://deckle.test/a\nBarnes & Noble: https://deckle.test/b\n');
  });

  it('has one button, for the first of the reader’s stores', async () => {
    const stores = (['kobo', 'amazon'] as const).map((store) => ({ store, url: `https://deckle.test/${store}` }));
    const { html } = await withDeal({ stores });
    expect(html.match(/class="dk-button"/g)).toHaveLength(1);
    expect(html).toMatch(/class="dk-button"[^>]*>Get it at Kobo</);
  });

  it('says how long the price lasts', async () => {
    const { html, text } = await withDeal({ deal_ends_on: '2026-12-04' });
    expect(textOf(html)).toContain('until Fri, Dec 4');
    expect(text).toContain('$0.99 (was $4.99), until Fri, Dec 4\n');
    expect((await withDeal({})).text).not.toContain('until');
  });

  it('works without an author and a blurb', async () => {
    const { html, text } = await withDeal({ author_name: null, blurb: '' });
    expect(textOf(html)).not.toContain('by ');
    expect(text).toContain('The Salt Road\n$0.99 (was $4.99)\nKobo: ');
  });

  it('is marked when it has the top spot', async () => {
    expect((await withDeal({ is_top: true })).html).toContain('Featured today');
    expect((await withDeal({ is_top: true })).text).toContain('$0.99 (was $4.99) * Featured today\n');
    expect((await withDeal({})).html).not.toContain('Featured today');
  });

  it('shows a hostile title as text', async () => {
    const { html, text } = await withDeal({ title: '"><script>alert(1)</script>\nUnsubscribe: https://evil.test' });
    expect(html).not.toContain('<script');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
    expect(unbalancedTag(html)).toBeNull();
    expect(text).not.toMatch(/^Unsubscribe: https:\/\/evil/m);
  });
});

describe('the HTML, which Gmail clips at 102 kB', () => {
  const dealList = (count: number, changes: (index: number) => Partial<NewsletterDeal>) =>
    withDeals(Array.from({ length: count }, (_, index) => ({ ...plainDeal, promotion_id: index, ...changes(index) })));
  const storeLinks = (index: number, stores: number) =>
    (['amazon', 'ibooks', 'barnes_and_noble', 'google_play', 'kobo'] as const)
      .slice(0, stores)
      .map((store, position) => ({
        store,
        url: `https://deckle.example.com/${String(index).padStart(4, '0')}${position}Zr8kQ2vXw1mT5yLh9cJb3nGd`,
      }));

  it('fits forty deals with long texts in all five stores', async () => {
    const { html } = await renderNewsletter(
      dealList(40, (index) => ({
        title: 'The Remarkably Long and Winding Title of a Book, with Its Subtitle in Full',
        author_name: 'Alexandrina Featherstonehaugh-Montgomery',
        blurb: 'Twelve words here, and then some more of them for good measure. '.repeat(5).slice(0, 300),
        cover_url: `https://deckle.example.com/covers/0123456789abcdef0123456789abcdef-${index}-240.jpg`,
        is_top: index % 4 === 0,
        stores: storeLinks(index, 5),
      })),
    );
    expect(html.match(/<img /g)).toHaveLength(40);
    expect(html).toContain('alt="Cover of The Remarkably Long and Winding Title of a Book, with Its Subtitle in Full"');
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });

  it('is small on an ordinary day', async () => {
    const { html } = await renderNewsletter(dealList(12, (index) => ({ stores: storeLinks(index, 3) })));
    expect(Buffer.byteLength(html)).toBeLessThan(27_000);
  });
});

it("doesn't preload images, although React does in pages", async () => {
  const deal = { ...plainDeal, cover_url: 'https://deckle.example.com/media/cover.webp' };
  const { html } = await renderNewsletter(withDeals([deal]));
  for (const part of [html, renderEntry(deal).html]) {
    expect(part).toContain(`<img src="${deal.cover_url}"`);
    expect(part).not.toContain('preload');
  }
});

describe('the newsletter assembled from parts', () => {
  it('equals the newsletter rendered as a whole', async () => {
    const { sections, ...frame } = newsletterFixture;
    const whole = await renderNewsletter(newsletterFixture);
    const { before, after } = await renderFrame(frame);
    const parts = sections.flatMap(({ deals, ...heading }, index) => [
      renderHeading(heading.category_name, { isFirst: index === 0, ...heading }),
      ...deals.map(renderEntry),
    ]);
    const withoutComments = (html: string) =>
      html.replaceAll('<!-- -->', '').replaceAll('<!--$-->', '').replaceAll('<!--/$-->', '');
    expect([before, ...parts, after].map(({ text }) => text).join('')).toBe(whole.text);
    expect(withoutComments([before, ...parts, after].map(({ html }) => html).join(''))).toBe(
      withoutComments(whole.html),
    );
  });
});
