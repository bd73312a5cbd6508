import { monthText } from '#shared/article.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import type { SiteFact } from '#shared/site-facts.ts';
import classes from './PromotionSites.module.css';
import { hostOf } from './site-labels.ts';

/** When and where a fact was read. */
export function FactSource({ site, fact }: { site: PromotionSite; fact: SiteFact }) {
  const { as_of = null, source = null } = site.evidence[fact] ?? {};
  return (
    <span className={classes.evidence}>
      {as_of ? `${fact === 'price' ? 'last seen' : 'as of'} ${monthText(as_of)}` : 'date not known'}
      {source && (
        <>
          {', '}
          <a href={source} rel="nofollow noopener">
            {hostOf(source)}
          </a>
        </>
      )}
    </span>
  );
}

/** Readers of a list of competitors have to know who wrote it. */
export const Disclosure = () => (
  <p className={classes.disclosure}>
    <strong>Deckle competes with the sites listed here.</strong> We take no money for a place in this list, and only the
    sort that you choose decides the order. Prices and sizes are as old as their dates say: look there before you book.
  </p>
);
