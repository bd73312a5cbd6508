import { AuthorAnswer, AuthorInput, AuthorList, AuthorListQuery, AuthorPatch, AuthorQuery } from '#shared/authors.ts';
import { type Api, conflictWith } from './operation.ts';

export const authorsApi = {
  list: {
    method: 'get',
    path: '/api/v1/authors',
    summary: 'List author profiles; a signed-in partner’s own unless public=true',
    access: 'public',
    query: AuthorListQuery,
    answers: { 200: AuthorList },
  },
  show: {
    method: 'get',
    path: '/api/v1/authors/{id}',
    summary: 'Get an author profile',
    access: 'public or owner',
    query: AuthorQuery,
    answers: { 200: AuthorAnswer },
  },
  create: {
    method: 'post',
    path: '/api/v1/authors',
    summary: 'Add an author profile',
    access: 'partner',
    body: AuthorInput,
    example: { name: 'Ada Quill', bio: 'Writes about harbours.', website: 'https://ada-quill.example.com' },
    answers: { 201: AuthorAnswer },
  },
  update: {
    method: 'patch',
    path: '/api/v1/authors/{id}/',
    summary: 'Update an author profile',
    access: 'owner or user',
    body: AuthorPatch,
    example: { bio: 'Writes about harbours and ferries.' },
    answers: { 200: AuthorAnswer },
  },
  remove: {
    method: 'delete',
    path: '/api/v1/authors/{id}',
    summary: 'Delete an author profile that has no books',
    access: 'owner',
    answers: { 204: null, 409: conflictWith(AuthorAnswer.shape) },
  },
  replacePhoto: {
    method: 'post',
    path: '/api/v1/authors/{id}/photo',
    summary: 'Replace the photo with a picture of at most 5 MB',
    access: 'owner or user',
    limited: 'pictures',
    body: { file: 'photo' },
    answers: { 200: AuthorAnswer },
  },
} satisfies Api;
