import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import type { Family } from './family.ts';
import classes from './PostCategories.module.css';
import { postCategoriesQuery } from './queries.ts';

/** The categories that have posts, and the feed. `current` is the one that is shown. */
export function PostCategories({ family, current = null }: { family: Family; current?: number | null }) {
  const { data: categories } = useSuspenseQuery(postCategoriesQuery(useApp().api, family));
  return (
    <nav aria-label={`${family.name} categories`}>
      <ul className={classes.list}>
        <li>
          <Link to={family.home} aria-current={current === null ? 'page' : undefined}>
            All posts
          </Link>
        </li>
        {categories.map((category) => (
          <li key={category.id}>
            <Link to={family.categoryPath(category)} aria-current={current === category.id ? 'page' : undefined}>
              {category.name}
            </Link>
          </li>
        ))}
        <li>
          <a href={family.feed} type="application/rss+xml">
            RSS feed
          </a>
        </li>
      </ul>
    </nav>
  );
}
