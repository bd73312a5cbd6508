import { monthText } from '#shared/article.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import type { SiteFact } from '#shared/site-facts.ts';
import classes from './PromotionSites.module.css';
import { displayUrl } from './site-labels.ts';

/** The date and the source of a fact. */
export function FactSource({ site, fact }: { site: PromotionSite; fact: SiteFact }) {
  const { as_of = null, source = null } = site.evidence[fact] ?? {};
  return (
    <span className={classes.evidence}>
      {as_of ? `${fact === 'price' ? 'last seen' : 'as of'} ${monthText(as_of)}` : 'date not known'}
      {source && (
        <>
          {', '}
          <a href={source} rel="nofollow noopener">
            {displayUrl(source)}
          </a>
        </>
      )}
    </span>
  );
}

/** Discloses that we compete with the sites we list. */
export const Disclosure = () => (
  <p className={classes.disclosure}>
    <strong>Deckle competes with the sites listed here.</strong> Nobody pays to be listed, and only the sort order you
    choose decides the ranking. Each price and audience size is from the date shown next to it, if we know one, so check
    the site before you book.
  </p>
);
