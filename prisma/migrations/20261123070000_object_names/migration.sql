-- Names that say what the index, trigger, or function is for. Triggers refer to functions by id and keep their order.
ALTER INDEX book_words_begun RENAME TO book_words_prefix;
ALTER INDEX promotions_waiting RENAME TO promotions_approved_unsent;

ALTER TRIGGER book_cards_counted_in ON book_cards RENAME TO book_cards_update_counts_on_insert;
ALTER TRIGGER book_cards_counted_out ON book_cards RENAME TO book_cards_update_counts_on_delete;
ALTER TRIGGER book_cards_recounted ON book_cards RENAME TO book_cards_update_counts_on_update;
ALTER TRIGGER book_cards_worded ON book_cards RENAME TO book_cards_update_words_on_insert;
ALTER TRIGGER book_cards_reworded ON book_cards RENAME TO book_cards_update_words_on_update;

ALTER FUNCTION author_names_to_cards() RENAME TO sync_author_names_to_cards;
ALTER FUNCTION books_to_cards() RENAME TO sync_books_to_cards;
ALTER FUNCTION cards_to_counts() RENAME TO sync_cards_to_counts;
ALTER FUNCTION cards_to_words() RENAME TO sync_cards_to_words;
ALTER FUNCTION deals_to_cards() RENAME TO sync_deals_to_cards;
ALTER FUNCTION refuse_change_but_forget() RENAME TO refuse_change_except_erasure;
