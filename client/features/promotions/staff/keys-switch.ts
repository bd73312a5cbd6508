import { browserStore } from '#client/api/stored.ts';

/** Single letters get in the way of voice control, so they can be switched off (WCAG 2.1.4). */
const NAME = 'review_keys';

export const areKeysOn = () => browserStore().getItem(NAME) !== 'off';
export const switchKeys = (on: boolean) => (on ? browserStore().removeItem(NAME) : browserStore().setItem(NAME, 'off'));
