import {
  IconBook2,
  IconCalendarEvent,
  IconCreditCard,
  IconDiscount,
  IconGift,
  IconLayoutDashboard,
  IconMail,
  IconSettings,
  IconShield,
  IconSparkles,
  IconUserEdit,
} from '@tabler/icons-react';
import type { Role } from '#shared/auth.ts';
import { paths } from '#shared/paths.ts';

type SidebarItem = { label: string; to: string; icon: typeof IconBook2; newsletters?: boolean };

/** Spec §2; the user's list is word for word. Items whose page is not in the route table are left out. */
export const SIDEBAR_ITEMS: Record<Role, readonly SidebarItem[]> = {
  user: [
    { label: 'Books', to: paths.userBooks(), icon: IconBook2 },
    { label: 'Promotions', to: paths.userPromotions(), icon: IconCalendarEvent },
    { label: 'Newsletters', to: paths.userNewsletters(), icon: IconMail, newsletters: true },
    { label: 'Discounts', to: paths.userDiscounts(), icon: IconDiscount },
    { label: 'Admin Panel', to: paths.adminSignIn(), icon: IconShield },
    { label: 'Open Ai Prompt', to: paths.userAi(), icon: IconSparkles },
  ],
  partner: [
    { label: 'Dashboard', to: paths.dashboard(), icon: IconLayoutDashboard },
    { label: 'eBooks', to: paths.partnerBooks(), icon: IconBook2 },
    { label: 'Promotions', to: paths.partnerPromotions(), icon: IconCalendarEvent },
    { label: 'Author Profiles', to: paths.authorProfiles(), icon: IconUserEdit },
    { label: 'Billing', to: paths.billing(), icon: IconCreditCard },
    { label: 'Referral Program', to: paths.referralProgram(), icon: IconGift },
    { label: 'Account', to: paths.account(), icon: IconSettings },
  ],
};
