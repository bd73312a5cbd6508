import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, fieldErrors } from '#client/api/api-error.ts';
import { keepOwnChanges } from '#client/api/edit-conflict.ts';
import { useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import { useShell } from '#client/ui/shell.ts';
import { Blog, type BlogPatch } from '#shared/blog.ts';
import { editedPostQuery, tagNamesQuery, updatePost } from './api.ts';
import { createPostCreator, isFinal, isRefusal } from './create-post.ts';
import {
  isComplete,
  isDirty,
  isStoredAs,
  type PostValues,
  statusAt,
  unsavedBody,
  valuesOf,
  withSlug,
} from './post-values.ts';
import { publishFailureText } from './publish-failure.ts';

const AUTOSAVE_MS = 2_000;
const RETRY_MS = 15_000;

export type EditedPost = ReturnType<typeof usePost>;

type PublishedAt = BlogPatch['published_at'];
/** The values to save and, to publish, schedule, or unpublish the post, its new `published_at`. */
type Save = { values: PostValues; extra?: { published_at: PublishedAt } };

/**
 * A post in the editor. Unpublished posts are saved automatically, a moment after the last change. Published posts,
 * including scheduled ones that have gone live, are saved only on request. A save requested while another is running
 * starts after that one succeeds. If someone else saved the post first, the 409 has their version. If the 409 has the
 * values of our own save whose response was lost, the post is saved again on top of it.
 */
export function usePost(initial: Blog | null, onCreated: (id: number) => void) {
  const queryClient = useQueryClient();
  const { support_email } = useShell();
  const serverNow = useServerNow();
  const [post, setPost] = useState(initial);
  const [saved, setSaved] = useState(() => valuesOf(initial));
  const [values, setValues] = useState(saved);
  const [theirs, setTheirs] = useState<Blog | null>(null);
  const [failedValues, setFailedValues] = useState<PostValues | null>(null);
  /** The values of saves whose responses were lost, since the last success. */
  const [lostSaves, setLostSaves] = useState<PostValues[]>([]);
  /** A save was requested; it starts as soon as no other is running. */
  const [isSaveRequested, setSaveRequested] = useState(false);
  const [now, setNow] = useState(serverNow);
  const [create] = useState(createPostCreator);

  const saving = useMutation({
    mutationFn: async ({ values: sent, extra }: Save) => {
      try {
        return post
          ? { post: await updatePost(post, { ...unsavedBody(sent, saved, false), ...extra }), values: sent }
          : await create(sent, extra);
      } catch (error) {
        const stored = conflictingPost(error);
        const lost = stored && lostSaves.find((values) => isStoredAs(stored, values));
        if (!lost) throw error;
        const body = { ...unsavedBody(sent, lost, false), ...extra };
        const hasGoneLive = stored.status === 'published' && status !== 'published' && !extra;
        if (hasGoneLive || Object.keys(body).length === 0) return { post: stored, values: lost };
        return { post: await updatePost(stored, body), values: sent };
      }
    },
    meta: { silent: true },
    // Saves run one at a time, each based on the result of the one before.
    scope: { id: 'blog post' },
    onMutate: () => setSaveRequested(false),
    onSuccess({ post: response, values: sent }) {
      setPost(response);
      setSaved(withSlug(sent, sent, response.slug));
      setValues((current) => withSlug(current, sent, response.slug));
      setFailedValues(null);
      setLostSaves([]);
      queryClient.setQueryData(editedPostQuery(response.id).queryKey, response);
      for (const queryKey of [['blog'], tagNamesQuery.queryKey]) void queryClient.invalidateQueries({ queryKey });
      if (post === null) onCreated(response.id);
    },
    onError(error, { values: sent, extra }) {
      const conflicting = conflictingPost(error);
      setFailedValues(sent);
      if (!isRefusal(error)) setLostSaves((lost) => [...lost, sent]);
      setTheirs(conflicting);
      setSaveRequested(false);
      // An automatic save may follow, but it doesn't publish.
      const text = extra && !conflicting && publishFailureText(error, { ...extra, status }, support_email);
      if (text) notify.error(text);
    },
  });

  const hasChanges = isDirty(values, saved);
  const { isPending, isError, error, mutate } = saving;
  const status = statusAt(post, now);
  /** The last save of exactly these values failed. */
  const hasFailed = isError && failedValues === values;
  const isRejected = hasFailed && isFinal(error);
  const canSend = isComplete(values) && !theirs;
  const canSave = canSend && hasChanges;
  const isDue = canSave && !isPending && (isSaveRequested || (status !== 'published' && !isRejected));
  const autosaveDelay = hasFailed ? RETRY_MS : AUTOSAVE_MS;
  const delay = isSaveRequested ? 0 : autosaveDelay;
  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => {
      const hasGoneLive = statusAt(post, serverNow()) !== status;
      // Once the post is live, saving it automatically would show readers half-typed text.
      if (hasGoneLive && !isSaveRequested) setNow(serverNow());
      else mutate({ values });
    }, delay);
    return () => clearTimeout(timer);
  }, [isDue, isSaveRequested, values, delay, mutate, post, status, serverNow]);
  useEffect(() => {
    if (!hasChanges) setSaveRequested(false);
  }, [hasChanges]);
  useUnsavedGuard(() => hasChanges);

  return {
    post,
    status,
    values,
    hasChanges,
    isPending,
    error,
    hasFailed,
    isRejected,
    errors: hasFailed ? fieldErrors(error) : {},
    theirs,
    change: (part: Partial<PostValues>) => setValues((before) => ({ ...before, ...part })),
    canSend,
    save: () => setSaveRequested(canSave),
    /** Publishes, schedules, or unpublishes the post together with unsaved changes. */
    publish: (published_at: PublishedAt) => canSend && mutate({ values, extra: { published_at } }),
    keepMine() {
      setPost(theirs);
      setSaved(valuesOf(theirs));
      setValues((own) => keepOwnChanges(saved, own, valuesOf(theirs)));
      setTheirs(null);
      // The next save is based on their version, so the refusal no longer applies.
      saving.reset();
    },
    takeTheirs() {
      setPost(theirs);
      setSaved(valuesOf(theirs));
      setValues(valuesOf(theirs));
      setTheirs(null);
      saving.reset();
    },
  };
}

/** Returns a function for the server's time: its `now` plus the time elapsed since then on a monotonic clock. */
function useServerNow() {
  const { now, received_at = 0 } = useShell();
  return useCallback(() => Date.parse(now) + performance.now() - received_at, [now, received_at]);
}

/** The current post in the body of a 409. */
function conflictingPost(error: unknown): Blog | null {
  const body = error instanceof ApiError && error.status === 409 ? (error.body as { blog?: unknown }) : undefined;
  return Blog.safeParse(body?.blog).data ?? null;
}
