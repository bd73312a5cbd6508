import { AuthorInput, AuthorList, AuthorListQuery, AuthorPatch, AuthorQuery, AuthorResponse } from '#shared/authors.ts';
import { type Api, conflictWith } from './operation.ts';

export const authorsApi = {
  list: {
    method: 'get',
    path: '/api/v1/authors',
    summary: 'List author profiles; a signed-in partner’s own unless public=true',
    access: 'public',
    query: AuthorListQuery,
    responses: { 200: AuthorList },
  },
  show: {
    method: 'get',
    path: '/api/v1/authors/{id}',
    summary: 'Get an author profile',
    access: 'public or owner',
    query: AuthorQuery,
    responses: { 200: AuthorResponse },
  },
  create: {
    method: 'post',
    path: '/api/v1/authors',
    summary: 'Add an author profile',
    access: 'partner',
    body: AuthorInput,
    example: { name: 'Ada Quill', bio: 'Writes about harbors.', website: 'https://ada-quill.example.com' },
    responses: { 201: AuthorResponse },
  },
  update: {
    method: 'patch',
    path: '/api/v1/authors/{id}/',
    summary: 'Update an author profile',
    access: 'owner or user',
    body: AuthorPatch,
    example: { bio: 'Writes about harbors and ferries.' },
    responses: { 200: AuthorResponse },
  },
  remove: {
    method: 'delete',
    path: '/api/v1/authors/{id}',
    summary: 'Delete an author profile that has no books',
    access: 'owner',
    responses: { 204: null, 409: conflictWith(AuthorResponse.shape) },
  },
  replacePhoto: {
    method: 'post',
    path: '/api/v1/authors/{id}/photo',
    summary: 'Replace the photo with a picture of at most 5 MB',
    access: 'owner or user',
    rateLimited: 'pictures',
    body: { file: 'photo' },
    responses: { 200: AuthorResponse },
  },
} satisfies Api;
