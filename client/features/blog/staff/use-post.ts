import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { Blog, type BlogPatch } from '#shared/blog.ts';
import { editedPostQuery, savePost, tagNamesQuery } from './api.ts';
import { isComplete, isDirty, type PostValues, unsavedBody, valuesOf, withSlug } from './post-values.ts';

const AUTOSAVE_MS = 2_000;
const AGAIN_MS = 15_000;

export type EditedPost = ReturnType<typeof usePost>;

type Publication = BlogPatch['published_at'];
/** The values to save, and a publication to send with them. */
type Save = { values: PostValues; also?: { published_at: Publication } };

/**
 * A post in the editor. Unpublished posts are saved automatically, a moment after the last change; published ones only on request.
 * Saves run one at a time, and requests made since then follow. A save that is refused because of another one brings its post.
 */
export function usePost(initial: Blog | null, onCreated: (id: number) => void) {
  const client = useQueryClient();
  const [post, setPost] = useState(initial);
  const [saved, setSaved] = useState(() => valuesOf(initial));
  const [values, setValues] = useState(saved);
  const [theirs, setTheirs] = useState<Blog | null>(null);
  const [refused, setRefused] = useState<PostValues | null>(null);
  /** A save was requested; it starts as soon as no other is running. */
  const [isAsked, setAsked] = useState(false);

  const saving = useMutation({
    mutationFn: ({ values: sent, also }: Save) =>
      savePost(post, { ...unsavedBody(sent, saved, post === null), ...also }),
    meta: { silent: true },
    // Runs one after the other, each based on the result of the one before.
    scope: { id: 'blog post' },
    onMutate: () => setAsked(false),
    onSuccess(answer, { values: sent }) {
      setPost(answer);
      setSaved(withSlug(sent, sent, answer.slug));
      setValues((now) => withSlug(now, sent, answer.slug));
      setRefused(null);
      client.setQueryData(editedPostQuery(answer.id).queryKey, answer);
      for (const queryKey of [['blog'], tagNamesQuery.queryKey]) void client.invalidateQueries({ queryKey });
      if (post === null) onCreated(answer.id);
    },
    onError(error, { values: sent }) {
      setRefused(sent);
      setTheirs(currentIn(error));
      setAsked(false);
    },
  });

  const dirty = isDirty(values, saved);
  const { isPending, isError, error, mutate } = saving;
  const status = post?.status ?? 'draft';
  const isHopeless = refused === values && error instanceof ApiError && error.status > 0 && error.status < 500;
  const canSend = isComplete(values) && !theirs;
  const canSave = canSend && dirty;
  const isDue = canSave && !isPending && (isAsked || (status !== 'published' && !isHopeless));
  const wait = isAsked ? 0 : isError && refused === values ? AGAIN_MS : AUTOSAVE_MS;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => mutate({ values }), wait);
    return () => clearTimeout(timer);
  }, [isDue, values, wait, mutate]);
  useEffect(() => {
    if (!dirty) setAsked(false);
  }, [dirty]);
  useUnsavedGuard(() => dirty);

  return {
    post,
    status,
    values,
    dirty,
    isPending,
    error,
    isHopeless,
    errors: refused === values ? fieldErrors(error) : {},
    theirs,
    change: (part: Partial<PostValues>) => setValues((before) => ({ ...before, ...part })),
    canSend,
    save: () => setAsked(canSave),
    /** Publishes the post with the typed changes, or takes it off the blog. */
    publish: (published_at: Publication) => canSend && mutate({ values, also: { published_at } }),
    keepMine() {
      setPost(theirs);
      setSaved(valuesOf(theirs));
      setTheirs(null);
    },
    takeTheirs() {
      setPost(theirs);
      setSaved(valuesOf(theirs));
      setValues(valuesOf(theirs));
      setTheirs(null);
    },
  };
}

/** The current post, which a 409 carries. */
function currentIn(error: unknown): Blog | null {
  const body = error instanceof ApiError && error.status === 409 ? (error.body as { blog?: unknown }) : undefined;
  return Blog.safeParse(body?.blog).data ?? null;
}
