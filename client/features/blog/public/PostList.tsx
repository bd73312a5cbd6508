import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { ChipLinks } from '#client/ui/ChipLinks.tsx';
import { HighlightWords } from '#client/ui/HighlightWords.tsx';
import { formatDay, type PostCard, readingTimeText } from '../posts.ts';
import type { BlogKind } from './blog-kind.ts';
import classes from './PostList.module.css';
import { postCategoriesQuery } from './queries.ts';

type Props = {
  blogKind: BlogKind;
  posts: readonly PostCard[];
  heading?: 'h2' | 'h3';
  /** The search words to mark. */
  words?: string;
};

export const PostList = ({ blogKind, posts, heading: Heading = 'h2', words = '' }: Props) => (
  <ul className={classes.posts}>
    {posts.map((post) => (
      <li key={post.id} className={classes.post}>
        {post.category && (
          <p className={classes.category}>
            <Link to={blogKind.categoryPath(post.category)}>{post.category.name}</Link>
          </p>
        )}
        <Heading>
          <Link to={blogKind.postPath(post)}>
            <HighlightWords text={post.title} words={words} />
          </Link>
        </Heading>
        {post.summary && (
          <p>
            <HighlightWords text={post.summary} words={words} />
          </p>
        )}
        <p className={classes.meta}>
          {post.published_at && <time dateTime={post.published_at}>{formatDay(post.published_at)}</time>}
          <span>{readingTimeText(post.reading_minutes)}</span>
        </p>
      </li>
    ))}
  </ul>
);

/** The categories that have posts, and the feed. `current` is the shown category's id. */
export function PostCategories({ blogKind, current = null }: { blogKind: BlogKind; current?: number | null }) {
  const { data: categories } = useSuspenseQuery(postCategoriesQuery(useApp().api, blogKind));
  return (
    <ChipLinks
      label={`${blogKind.name} categories`}
      chips={[
        { to: blogKind.home, label: 'All posts', isCurrent: current === null },
        ...categories.map((category) => ({
          to: blogKind.categoryPath(category),
          label: category.name,
          isCurrent: current === category.id,
        })),
      ]}
    >
      <li>
        <a href={blogKind.feed} type="application/rss+xml">
          RSS feed
        </a>
      </li>
    </ChipLinks>
  );
}
