/** The API's records by their names in the documentation. */
import { Addon } from '#shared/addons.ts';
import { CurrentPartner, CurrentUser } from '#shared/auth.ts';
import { Author } from '#shared/authors.ts';
import { CreditCard, Invoice } from '#shared/billing.ts';
import { Book, StoreData } from '#shared/books.ts';
import { Category, SuperCategory } from '#shared/categories.ts';
import { Discount } from '#shared/discounts.ts';
import { Newsletter, NewsletterPromotionCount } from '#shared/newsletters.ts';
import { Meta } from '#shared/params.ts';
import { Promotion } from '#shared/promotions.ts';
import { Reader } from '#shared/readers.ts';
import { Referral } from '#shared/referral-records.ts';

export const RECORDS = {
  Addon,
  Author,
  Book,
  Category,
  CreditCard,
  CurrentPartner,
  CurrentUser,
  Discount,
  Invoice,
  Meta,
  Newsletter,
  NewsletterPromotionCount,
  Promotion,
  Reader,
  Referral,
  StoreData,
  SuperCategory,
};
