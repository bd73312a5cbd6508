/** Channels with a link in the share kit. Clicks to stores that follow these links are counted by channel. */
export const SHARE_CHANNELS = ['link', 'short_post', 'long_post', 'newsletter'] as const;
export type ShareChannel = (typeof SHARE_CHANNELS)[number];

export const CHANNEL_NAMES: Record<ShareChannel, string> = {
  link: 'Link',
  short_post: 'Short post',
  long_post: 'Long post',
  newsletter: 'Your newsletter',
};

const PARAMETER = 'from';

export const withChannel = (url: string, channel: ShareChannel) => `${url}?${PARAMETER}=${channel}`;

/** Reads the share channel from a click's referrer; null if there's none. */
export function channelOf(referrer: string | undefined): ShareChannel | null {
  const from = referrer && URL.canParse(referrer) ? new URL(referrer).searchParams.get(PARAMETER) : null;
  return SHARE_CHANNELS.find((channel) => channel === from) ?? null;
}
