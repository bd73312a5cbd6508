import './prose.css';
import { type ComponentType, useEffect, useRef } from 'react';
import { useNavigate } from '#client/app/router.ts';
import { useShell } from '#client/ui/shell.ts';
import { type ArticlePart, SETTING_MARK } from '#shared/article.ts';
import { RatesTable } from './RatesTable.tsx';

export type Tools = { BreakEven: ComponentType<{ slug: string }> };

/** The text of a section: HTML from the build, with today's rates and calculators in their places. */
export const Prose = ({ parts, tools }: { parts: readonly ArticlePart[]; tools?: Tools | undefined }) =>
  parts.map((part, position) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes
    if (typeof part === 'string') return <Html key={position} html={part} />;
    if ('break_even' in part) return tools && <tools.BreakEven key="break-even" slug={part.break_even} />;
    return <RatesTable key={part.caption} slugs={part.rates} caption={part.caption} />;
  });

export function Html({
  html,
  as: Tag = 'div',
  className = 'prose',
}: {
  html: string;
  as?: 'div' | 'p';
  className?: string;
}) {
  const { support_email, operator, services } = useShell();
  const email = `<a href="mailto:${support_email}">${support_email}</a>`;
  const text = withSettings(html, email, { ...operator, ...services });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: built from our own files, without raw HTML
  return <Tag ref={useInternalLinks()} className={className} dangerouslySetInnerHTML={{ __html: text }} />;
}

/** Fills in the settings, and removes paragraphs, list items, and table rows with a setting that isn't set. */
export const withSettings = (html: string, email: string, settings: Readonly<Record<string, string | null>>) =>
  html
    .replace(/<(p|li|tr)>(?:(?!<\/?\1>)[\s\S])*?<\/\1>/g, (block) =>
      [...block.matchAll(SETTING_MARK)].some(([, name]) => settings[name!] === null) ? '' : block,
    )
    .replace(SETTING_MARK, (_, name: string) =>
      name === 'email' ? email : settings[name]!.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    );

/** Follows links to our own pages without loading the page again. */
function useInternalLinks() {
  const navigate = useNavigate();
  const element = useRef<HTMLDivElement & HTMLParagraphElement>(null);
  useEffect(() => {
    const root = element.current;
    const follow = (event: MouseEvent) => {
      const path = (event.target as Element).closest('a')?.getAttribute('href');
      const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!path?.startsWith('/') || path.startsWith('/downloads/') || !isPlainClick || event.defaultPrevented) return;
      event.preventDefault();
      void navigate(path);
    };
    root?.addEventListener('click', follow);
    return () => root?.removeEventListener('click', follow);
  }, [navigate]);
  return element;
}
