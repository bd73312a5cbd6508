import { describe, expect, it } from 'vitest';
import { readingMinutes, renderMarkdown } from './markdown.ts';

describe('Markdown', () => {
  it("becomes lists, tables, quotes, code, and headings below the page's own", () => {
    expect(renderMarkdown('# One\n\n## Two\n\n- a\n- *b*')).toBe(
      '<h2>One</h2>\n<h2>Two</h2>\n<ul>\n<li>a</li>\n<li><em>b</em></li>\n</ul>',
    );
    expect(renderMarkdown('| a | b |\n|---|---|\n| 1 | 2 |')).toContain('<td>1</td>');
    expect(renderMarkdown('> said')).toBe('<blockquote>\n<p>said</p>\n</blockquote>');
    expect(renderMarkdown('```js\nlet a = 1 < 2\n```')).toBe(
      '<pre><code class="language-js">let a = 1 &lt; 2\n</code></pre>',
    );
  });

  it('links to the web and to our own pages with nofollow', () => {
    expect(renderMarkdown('[us](/pricing) https://example.test/a')).toBe(
      '<p><a href="/pricing" rel="noopener nofollow">us</a> <a href="https://example.test/a" rel="noopener nofollow">https://example.test/a</a></p>',
    );
    expect(renderMarkdown('Write to deckle.com soon')).toBe('<p>Write to deckle.com soon</p>');
  });

  it('shows images of this site and no others', () => {
    expect(renderMarkdown('![a cover](/media/covers/1.webp)')).toBe(
      '<p><img src="/media/covers/1.webp" alt="a cover" loading="lazy" /></p>',
    );
    for (const src of ['https://spy.example/1.gif', '//spy.example/1.gif', 'data:image/png;base64,AAAA', 'x.png'])
      expect(renderMarkdown(`![a](${src})`)).not.toContain('<img');
  });
});

describe('an attack', () => {
  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in a paragraph', 'a <script src="//evil.example/x.js"></script> b'],
    ['an event handler', '<img src=x onerror=alert(1)>'],
    ['an event handler in a title', '[a](/x "\\" onmouseover=\\"alert(1)")'],
    ['an svg', '<svg onload=alert(1)><script>alert(1)</script></svg>'],
    ['an svg as a picture', '![a](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)'],
    ['a javascript link', '[a](javascript:alert(1))'],
    ['a javascript link with a tab', '[a](java&Tab;script:alert(1))'],
    ['a javascript link in capitals and entities', '[a](&#74;AVASCRIPT&colon;alert(1))'],
    ['a data link', '[a](data:text/html;base64,PHNjcmlwdD4=)'],
    ['a vbscript link', '[a](vbscript:msgbox(1))'],
    ['a reference to a script', '[a][1]\n\n[1]: javascript:alert(1)'],
    ['an autolink to a script', '<javascript:alert(1)>'],
    ['a frame', '<iframe src="https://evil.example"></iframe>'],
    ['a form', '<form action="https://evil.example"><input name=password></form>'],
    ['a style', '<style>*{display:none}</style><p style="position:fixed">x</p>'],
    ['a language with a quote', '```js" onclick="alert(1)\nx\n```'],
  ])('with %s leaves nothing executable', (_, body) => {
    const html = renderMarkdown(body);
    const tags = [...html.matchAll(/<([a-z][\w-]*)([^>]*)>/gi)];
    for (const [, name, attributes] of tags) {
      expect(['p', 'a', 'pre', 'code']).toContain(name);
      expect(attributes).not.toMatch(/(^|\s)on\w+\s*=\s*"?alert|style=|javascript:|vbscript:|data:/i);
    }
    for (const [, href] of html.matchAll(/href="([^"]*)"/g))
      expect(new URL(href!, 'https://deckle.test').protocol).toMatch(/^(https?|mailto):$/);
  });

  it('is removed by the sanitizer even if Markdown allows it', () => {
    expect(renderMarkdown('[a](ftp://files.example/x)')).toBe('<p><a rel="noopener nofollow">a</a></p>');
  });
});

describe('reading time', () => {
  it('is based on 220 words a minute, with a minimum of one minute', () => {
    expect(readingMinutes('')).toBe(1);
    expect(readingMinutes('word '.repeat(329))).toBe(1);
    expect(readingMinutes('word '.repeat(331))).toBe(2);
    expect(readingMinutes('word\n'.repeat(2200))).toBe(10);
  });
});
