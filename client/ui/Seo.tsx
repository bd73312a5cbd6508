import { useShell } from './shell.ts';

type Props = {
  title: string;
  /** The page number of a list, shown in the title from page 2 on. */
  page?: number;
  description: string;
  /** The page's path, for its canonical URL; most pages that search engines shouldn't index leave it out. */
  path?: string;
  type?: 'website' | 'book' | 'profile' | 'article';
  noindex?: boolean;
  /** schema.org objects. */
  jsonLd?: readonly object[];
};

/** Title and metadata. Rendered by the screen, never by a layout, so that no tag appears twice. */
export function Seo({
  title: name,
  page = 1,
  description,
  path,
  type = 'website',
  noindex = false,
  jsonLd = [],
}: Props) {
  const { app_url } = useShell();
  const title = page > 1 ? `${name}, page ${page}` : name;
  return (
    <>
      <title>{`${title} · Deckle`}</title>
      <meta name="description" content={description} />
      {noindex && <meta name="robots" content="noindex" />}
      {path && <link rel="canonical" href={app_url + path} />}
      {path && <meta property="og:url" content={app_url + path} />}
      <meta property="og:site_name" content="Deckle" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      {jsonLd.map((item, index) => (
        <script
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of a page never changes its order
          key={index}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data, escaped so that it cannot end the element
          dangerouslySetInnerHTML={{ __html: JSON.stringify(item).replaceAll('<', '\\u003c') }}
        />
      ))}
    </>
  );
}

export const absoluteUrl = (appUrl: string, url: string) => (url.startsWith('/') ? appUrl + url : url);
