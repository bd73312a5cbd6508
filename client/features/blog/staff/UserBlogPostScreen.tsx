import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { SKIP_UNSAVED_PROMPT } from '#client/api/use-unsaved-guard.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { editedPostQuery } from './api.ts';
import { PostEditor } from './PostEditor.tsx';

/** The editor of a new post, or of an existing one by `?id=`. A new post keeps its editor when it gets an id. */
export function UserBlogPostScreen() {
  const [params, setParams] = useSearchParams();
  const id = parseId(params.get('id'));
  const editor = useRef({ id, openCount: 0 });
  if (editor.current.id !== id) editor.current = { id, openCount: editor.current.openCount + 1 };

  const query = useQuery({ ...editedPostQuery(id ?? 0), enabled: id !== null });
  const onCreated = (createdId: number) => {
    editor.current.id = createdId;
    setParams({ id: String(createdId) }, { replace: true, state: SKIP_UNSAVED_PROMPT });
  };
  return (
    <Page>
      <Seo title={query.data?.title ?? 'Blog post'} description="Staff view of one blog post." noindex />
      <p>
        <Link to={paths.adminList('blogs')}>All posts</Link>
      </p>
      <PageTitle lead="For authors and publishers. Drafts are saved automatically.">
        {id === null ? 'New blog post' : 'Blog post'}
      </PageTitle>
      <QueryBoundary query={id === null ? NEW_POST : query}>
        {(post) => <PostEditor key={editor.current.openCount} initial={post} onCreated={onCreated} />}
      </QueryBoundary>
    </Page>
  );
}

const NEW_POST = { data: null, error: null, isFetching: false, refetch: async () => undefined };

const parseId = (text: string | null) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
