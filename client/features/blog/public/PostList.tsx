import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { ChipLinks } from '#client/ui/ChipLinks.tsx';
import { Marked } from '#client/ui/Marked.tsx';
import { dayOf, minutesText, type PostCard } from '../posts.ts';
import type { Family } from './family.ts';
import classes from './PostList.module.css';
import { postCategoriesQuery } from './queries.ts';

type Props = {
  family: Family;
  posts: readonly PostCard[];
  heading?: 'h2' | 'h3';
  /** The search words to mark. */
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

/** The categories that have posts, and the feed. `current` is the category shown. */
export function PostCategories({ family, current = null }: { family: Family; current?: number | null }) {
  const { data: categories } = useSuspenseQuery(postCategoriesQuery(useApp().api, family));
  return (
    <ChipLinks
      label={`${family.name} categories`}
      chips={[
        { to: family.home, label: 'All posts', isCurrent: current === null },
        ...categories.map((category) => ({
          to: family.categoryPath(category),
          label: category.name,
          isCurrent: current === category.id,
        })),
      ]}
    >
      <li>
        <a href={family.feed} type="application/rss+xml">
          RSS feed
        </a>
      </li>
    </ChipLinks>
  );
}
