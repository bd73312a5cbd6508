/**
 * The frame is bound by the page's own policy: its style elements need the page's nonce (which lets no script in, since the
 * frame's sandbox runs none), and its pictures come from the page's own host.
 */
export const emailFrameHtml = (html: string, { nonce, app_url }: { nonce: string; app_url: string }) =>
  html
    .replaceAll(`src="${app_url}/`, 'src="/')
    .replace(/<head([^>]*)>/i, '<head$1><base target="_blank">')
    .replace(/<style(?=[\s>])/gi, `<style nonce="${nonce}"`);
