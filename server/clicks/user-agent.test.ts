import { describe, expect, it } from 'vitest';
import { userAgentClass } from './user-agent.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const IN_APP =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/UQ1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

type TestRequest = {
  method?: string;
  user_agent?: string | undefined;
  purpose?: string;
  headers?: Record<string, string>;
};
function classify({ method = 'GET', purpose, headers = {}, ...rest }: TestRequest) {
  const user_agent = 'user_agent' in rest ? rest.user_agent : SAFARI;
  const all: Record<string, string | undefined> = { 'user-agent': user_agent, 'sec-purpose': purpose, ...headers };
  return userAgentClass({ method, header: (name) => all[name] });
}

describe('a request for a link is classified as', () => {
  it.each([SAFARI, CHROME, FIREFOX, IPHONE, IN_APP])('a person with %s', (user_agent) => {
    expect(classify({ user_agent })).toBe('person');
  });

  it.each([
    GOOGLEBOT,
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'curl/8.5.0',
    'python-requests/2.32.3',
    'Go-http-client/2.0',
    'Wget/1.24.5',
  ])('a program that names itself: %s', (user_agent) => {
    expect(classify({ user_agent })).toBe('bot');
  });

  it.each([undefined, ''])('a program without a name (%o)', (user_agent) => {
    expect(classify({ user_agent })).toBe('bot');
  });

  it.each(['prefetch', 'prefetch;prerender', 'Prefetch', 'preview', 'prefetch;anonymous-client-ip'])(
    'a prefetch: %s',
    (purpose) => {
      expect(classify({ purpose })).toBe('prefetch');
    },
  );

  it.each(['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])('a prefetch, by the header %s', (name) => {
    expect(classify({ headers: { [name]: 'prefetch' } })).toBe('prefetch');
  });

  it('a prefetch behind a proxy that adds a header', () => {
    expect(classify({ headers: { 'sec-purpose': 'navigate', purpose: 'prefetch' } })).toBe('prefetch');
  });

  it.each([
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  ])('an email provider’s proxy: %s', (user_agent) => {
    expect(classify({ user_agent })).toBe('bot');
  });

  it('a person if the purpose header says something else', () => {
    expect(classify({ purpose: 'navigate' })).toBe('person');
  });

  it('a HEAD request, whatever its headers', () => {
    expect(classify({ method: 'HEAD' })).toBe('head');
    expect(classify({ method: 'HEAD', user_agent: GOOGLEBOT, purpose: 'prefetch' })).toBe('head');
  });

  it('a prefetch even if the program names itself', () => {
    expect(classify({ user_agent: GOOGLEBOT, purpose: 'prefetch' })).toBe('prefetch');
  });
});
