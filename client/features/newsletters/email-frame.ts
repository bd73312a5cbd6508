/**
 * The email's HTML for a frame. The page's content security policy applies there, so style elements get the page's
 * nonce, which the policy accepts only for styles. Our pictures are loaded from the page's own host.
 */
export const emailFrameHtml = (html: string, { nonce, app_url }: { nonce: string; app_url: string }) =>
  html
    .replaceAll(`src="${app_url}/`, 'src="/')
    .replace(/<head([^>]*)>/i, '<head$1><base target="_blank">')
    .replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
