import {
  BookChangeQuery,
  BookInput,
  BookList,
  BookListQuery,
  BookPatch,
  BookQuery,
  BookResponse,
  StoreDataResponse,
} from '#shared/books.ts';
import { Invalid } from './errors.ts';
import { type Api, conflictWith } from './operation.ts';

const storeData = {
  rateLimited: 'store lookups',
  method: 'get',
  summary: 'Look up an ASIN at Amazon',
  access: 'both',
  responses: { 200: StoreDataResponse, 422: Invalid },
} as const;

export const booksApi = {
  list: {
    method: 'get',
    path: '/api/v1/books',
    summary: 'List books; a signed-in partner’s own unless public=true',
    details: 'The public version has no `partner`, so it ignores that join.',
    access: 'public',
    query: BookListQuery,
    responses: { 200: BookList },
  },
  show: {
    method: 'get',
    path: '/api/v1/books/{id}',
    summary: 'Get a book',
    access: 'public or owner',
    query: BookQuery,
    responses: { 200: BookResponse },
  },
  create: {
    method: 'post',
    path: '/api/v1/books',
    summary: 'Add a book',
    details:
      'A draft (`status`) needs only a title. An active book needs a category, a description of 50 to 4,000 characters, and a link to at least one store.',
    access: 'partner',
    body: BookInput,
    example: {
      title: 'The Quiet Harbor',
      category_id: 1,
      description: 'A harbor town, a drowned ferryman, and a ledger that nobody wants found again.',
      amazon_url: 'https://www.amazon.com/dp/B0ABCDEFGH',
      page_count: 240,
    },
    responses: { 201: BookResponse },
  },
  update: {
    method: 'patch',
    path: '/api/v1/books/{id}/',
    summary: 'Update a book',
    access: 'owner or user',
    query: BookChangeQuery,
    body: BookPatch,
    example: { subtitle: 'A Harbor Mystery' },
    responses: { 200: BookResponse, 409: conflictWith(BookResponse.shape) },
  },
  refreshCover: {
    method: 'post',
    path: '/api/v1/books/{id}/refresh-cover',
    summary: 'Fetch the store’s cover again',
    access: 'owner or user',
    rateLimited: 'pictures',
    responses: { 200: BookResponse, 422: Invalid },
  },
  refreshStoreData: {
    method: 'post',
    path: '/api/v1/books/{id}/refresh-store-data',
    summary: 'Fetch the store’s data again, at most once a minute',
    access: 'user',
    rateLimited: 'store lookups',
    responses: { 200: BookResponse, 422: Invalid },
  },
  replaceCover: {
    method: 'post',
    path: '/api/v1/books/{id}/cover',
    summary: 'Replace the cover with a picture of at most 5 MB',
    access: 'owner or user',
    rateLimited: 'pictures',
    body: { file: 'cover' },
    responses: { 200: BookResponse },
  },
  storeData: { ...storeData, path: '/api/v1/books/{asin}/amazon_api_data' },
  /** The same operation without the API's prefix. */
  storeDataAtRoot: { ...storeData, path: '/books/{asin}/amazon_api_data' },
} satisfies Api;
