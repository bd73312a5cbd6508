/** Settings in articles. */
import { expect, it } from 'vitest';
import { withSettings } from './Prose.tsx';

const name = '\u{E000}name\u{E001}';
const replyTime = '\u{E000}reply_time\u{E001}';

it('prints a setting as text, not as markup', () => {
  expect(withSettings(`<p>Run by ${name}.</p>`, '', { name: 'Quill & <b>Press</b> $& Ltd' })).toBe(
    '<p>Run by Quill &amp; &lt;b>Press&lt;/b> $&amp; Ltd.</p>',
  );
});

it('removes only the paragraph, list item, or table row with an unset setting', () => {
  const page = (block: string) => `<p>Before</p><ul><li>One</li></ul>${block}<p>After</p><ul><li>Two</li></ul>`;
  for (const block of [
    `<p>We reply within <strong>${replyTime}</strong>.</p>`,
    `<li>Replies: ${replyTime}</li>`,
    `<tr><th>Replies</th><td>${replyTime}</td></tr>`,
  ]) {
    expect(withSettings(page(block), '', { reply_time: null })).toBe(page(''));
    expect(withSettings(page(block), '', { reply_time: 'a day' })).toBe(page(block.replace(replyTime, 'a day')));
  }
});
