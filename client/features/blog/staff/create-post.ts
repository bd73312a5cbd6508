import { ApiError } from '#client/api/api-error.ts';
import { createIdempotencyKey, isResponseLost } from '#client/api/idempotency-key.ts';
import type { Blog, BlogInput, BlogPatch } from '#shared/blog.ts';
import { REQUEST_IN_PROGRESS } from '#shared/idempotency.ts';
import { createPost, updatePost } from './api.ts';
import { type PostValues, unsavedBody } from './post-values.ts';

type Creation = { values: PostValues; body: BlogPatch; idempotencyKey: string };

/**
 * Returns a function that creates an editor's post. The function returns the post and the saved values. After a lost
 * response, the next call repeats the request with the same key, and then saves the changes made since. If the post has
 * gone live, the call saves them only if it also sets `published_at`. If
 * the server has lost the response, too, the next call creates another post.
 */
export function createPostCreator() {
  let pending: Creation | null = null;
  return async (values: PostValues, extra?: BlogPatch): Promise<{ post: Blog; values: PostValues }> => {
    const body = { ...unsavedBody(values, values, true), ...extra };
    pending ??= { values, body, idempotencyKey: createIdempotencyKey() };
    const creation = pending;
    const post = await createPost(creation.body as BlogInput, creation.idempotencyKey).catch((error) => {
      if (refusesBody(error) || isResponseLost(error)) pending = null;
      throw error;
    });
    const isSaved = JSON.stringify(creation.body) === JSON.stringify(body);
    if (isSaved || (post.status === 'published' && !extra)) return { post, values: creation.values };
    return { post: await updatePost(post, { ...unsavedBody(values, creation.values, false), ...extra }), values };
  };
}

/** True if the server refused the save. Otherwise, it may have succeeded, and only its response was lost. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status > 0 && error.status < 500;

/**
 * True if the same save can't succeed later. It may if the server couldn't be reached, is busy, or is still processing
 * the first request.
 */
export const isFinal = (error: unknown) =>
  isRefusal(error) && error.status !== 429 && error.body?.code !== REQUEST_IN_PROGRESS;

/** True if the server refused the body. Nothing was created, and a corrected post needs a new key. */
const refusesBody = (error: unknown) => error instanceof ApiError && [400, 413, 422].includes(error.status);
