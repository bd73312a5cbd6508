import { PromotionResponse } from '#shared/promotions.ts';
import { WaitingEntryList, WaitingEntryListQuery, WaitingEntryResponse, WaitingInput } from '#shared/waiting-list.ts';
import { Conflict, Invalid } from './errors.ts';
import type { Api } from './operation.ts';

export const waitingListApi = {
  list: {
    method: 'get',
    path: '/api/v1/waiting_entries',
    summary: 'List the full dates that you’re on the waiting list for, and the slots held for you',
    access: 'partner',
    query: WaitingEntryListQuery,
    responses: { 200: WaitingEntryList },
  },
  join: {
    method: 'post',
    path: '/api/v1/waiting_entries',
    summary: 'Join the waiting list for a full date',
    details:
      'A slot that opens up is held for the first person in line for 12 hours, or until the date can’t be booked anymore. With `auto_book`, the booking is submitted right away. If clicks cost more than when you joined, the discount is worse, or another rule fails, we ask you instead. If the book can’t run on that date at all, the entry ends, and we email you why. 409 with the code `date_free` if the date has an open slot.',
    access: 'partner',
    body: WaitingInput,
    example: {
      book_id: 1,
      category_id: 1,
      requested_date: '2026-12-10',
      deal_ends_on: '2026-12-16',
      current_price_cents: 499,
      sale_price_cents: 99,
      auto_book: true,
    },
    responses: { 201: WaitingEntryResponse, 409: Conflict },
  },
  accept: {
    method: 'post',
    path: '/api/v1/waiting_entries/{id}/accept',
    summary: 'Submit the booking for the slot that is held for you',
    access: 'owner',
    responses: { 200: PromotionResponse, 409: Conflict, 422: Invalid },
  },
  leave: {
    method: 'delete',
    path: '/api/v1/waiting_entries/{id}',
    summary: 'Leave the waiting list; a slot that is held for you goes to the next person in line',
    access: 'owner',
    responses: { 204: null },
  },
} satisfies Api;
