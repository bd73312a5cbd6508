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
/** `values` were sent; `also` goes beside them. */
type Save = { values: PostValues; also?: { published_at: Publication } };

/**
 * One post in the editor. What is not public yet saves itself a moment after the last change; what readers see already is
 * saved only when somebody says so. Saves go one at a time: what is asked for meanwhile follows. A save that comes too late
 * brings what the other one saved.
 */
export function usePost(initial: Blog | null, onCreated: (id: number) => void) {
  const client = useQueryClient();
  const [post, setPost] = useState(initial);
  const [saved, setSaved] = useState(() => valuesOf(initial));
  const [values, setValues] = useState(saved);
  const [theirs, setTheirs] = useState<Blog | null>(null);
  const [refused, setRefused] = useState<PostValues | null>(null);
  /** Somebody wants it saved now; it is, as soon as no other save is under way. */
  const [isAsked, setAsked] = useState(false);

  const saving = useMutation({
    mutationFn: ({ values: sent, also }: Save) =>
      savePost(post, { ...unsavedBody(sent, saved, post === null), ...also }),
    meta: { silent: true },
    // One after the other, each with what the one before has brought.
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
  const maySend = isComplete(values) && !theirs;
  const maySave = maySend && dirty;
  const isDue = maySave && !isPending && (isAsked || (status !== 'published' && !isHopeless));
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
    maySend,
    save: () => setAsked(maySave),
    /** Puts it on the blog, or takes it off, with what was typed. */
    publish: (published_at: Publication) => maySend && mutate({ values, also: { published_at } }),
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

/** A 409 carries the post as it is now. */
function currentIn(error: unknown): Blog | null {
  const body = error instanceof ApiError && error.status === 409 ? (error.body as { blog?: unknown }) : undefined;
  return Blog.safeParse(body?.blog).data ?? null;
}
