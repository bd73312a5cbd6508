import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { Marked } from '#client/ui/Marked.tsx';
import { dayOf, minutesText, type PostCard } from '../posts.ts';
import type { Family } from './family.ts';
import classes from './PostList.module.css';
import { postCategoriesQuery } from './queries.ts';

type Props = {
  family: Family;
  posts: readonly PostCard[];
  heading?: 'h2' | 'h3';
  /** What was searched for. */
  words?: string;
};

export const PostList = ({ family, posts, heading: Heading = 'h2', words = '' }: Props) => (
  <ul className={classes.posts}>
    {posts.map((post) => (
      <li key={post.id} className={classes.post}>
        {post.category && (
          <p className={classes.category}>
            <Link to={family.categoryPath(post.category)}>{post.category.name}</Link>
          </p>
        )}
        <Heading>
          <Link to={family.postPath(post)}>
            <Marked text={post.title} words={words} />
          </Link>
        </Heading>
        {post.summary && (
          <p>
            <Marked text={post.summary} words={words} />
          </p>
        )}
        <p className={classes.meta}>
          {post.published_at && <time dateTime={post.published_at}>{dayOf(post.published_at)}</time>}
          <span>{minutesText(post.reading_minutes)}</span>
        </p>
      </li>
    ))}
  </ul>
);

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
