import type { Partner } from '#prisma';
import type { CurrentPartner } from '#shared/auth.ts';

/** The signed-in partner's record, as sign-in returns it. */
export const presentCurrentPartner = (partner: Partner): CurrentPartner => ({
  id: partner.id,
  provider: 'email',
  uid: partner.uid,
  email: partner.uid,
  name: partner.name,
  partner_type: partner.partner_type,
  website: partner.website,
  country: partner.country,
  subscribe_me: partner.subscribe_me,
  referral_code: partner.referral_code,
  credit_cents: partner.credit_cents,
  reminder_emails: partner.reminder_emails,
  recapture_emails: partner.recapture_emails,
  billing_name: partner.billing_name,
  tax_number: partner.tax_number,
});

/** A promotion's partner, as staff see them. */
export const presentPromotingPartner = (partner: Partner) => ({
  ...presentPartnerContact(partner),
  is_email_verified: partner.email_verified_at !== null,
});

/** A partner's name and address, for staff and for the partner. */
export const presentPartnerContact = (partner: Pick<Partner, 'id' | 'name' | 'uid'>) => ({
  id: partner.id,
  name: partner.name,
  email: partner.uid,
});
