/**
 * Channels with a link in the share kit. Store clicks by visitors who came through such a link are counted by channel.
 */
export const SHARE_CHANNELS = ['link', 'short_post', 'long_post', 'newsletter'] as const;
export type ShareChannel = (typeof SHARE_CHANNELS)[number];

export const CHANNEL_NAMES: Record<ShareChannel, string> = {
  link: 'Link',
  short_post: 'Short post',
  long_post: 'Long post',
  newsletter: 'Your newsletter',
};

/** The query parameter of shared links, and of the store links on the page they lead to. */
export const CHANNEL_PARAMETER = 'from';

export const withChannel = (url: string, channel: ShareChannel) => `${url}?${CHANNEL_PARAMETER}=${channel}`;

/** Reads the share channel from the value of the parameter; null for anything else. */
export const channelOf = (value: unknown): ShareChannel | null =>
  SHARE_CHANNELS.find((channel) => channel === value) ?? null;
