import { Link } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { paths } from '#shared/paths.ts';
import classes from './SocialMediaIconsScreen.module.css';

const TITLE = 'Social media icons and badges';

export function SocialMediaIconsScreen() {
  const { app_url, support_email } = useShell();
  const path = paths.socialMediaIcons();
  return (
    <Page>
      <Seo
        title={TITLE}
        description="“Featured on Deckle” badges as SVG files for light and dark pages, with the HTML to copy, and a few words on how to use them."
        path={path}
        jsonLd={[breadcrumbJsonLd([{ to: path, label: TITLE }], app_url)]}
      />
      <PageTitle lead="If your book ran on Deckle and you’d like to say so, take one of these badges. They’re vector files: sharp at any size, a few kilobytes each.">
        {TITLE}
      </PageTitle>
      <ul className={classes.badges}>
        {BADGES.map((badge) => (
          <li key={badge.file}>
            <BadgeCard badge={badge} appUrl={app_url} />
          </li>
        ))}
      </ul>
      <section className={classes.words} aria-labelledby="how">
        <h2 id="how">How to use them</h2>
        <ol>
          <li>Download the file and put it next to the other images on your site.</li>
          <li>Paste the HTML where you want the badge, and change the image’s path if it’s in a folder.</li>
          <li>
            Change the link if you like: to your author page here, to the page of the book, or leave it pointing to our
            home page.
          </li>
        </ol>
        <p>Serve the image from your own site. If browsers loaded it from ours, we could see who visits your site.</p>
      </section>
      <section className={classes.words} aria-labelledby="form">
        <h2 id="form">A sign-up form for your site</h2>
        <p>
          Your readers can get deals in your genre by email. Paste this where the form should be. It has no scripts and
          sets no cookies. Nobody gets the newsletter before they confirm their address.
        </p>
        <CopyText label="HTML for the sign-up form" text={formHtml(app_url)} action="Copy HTML" />
        <p>
          For one genre, replace “all” with the last part of its sign-up page’s address, such as “mystery” or
          “cozy-mystery.” You’ll find the pages under <Link to={newsletterPaths.signUp()}>Ebook deals by email</Link>,
          and you can link to them instead.
        </p>
      </section>
      <section className={classes.words} aria-labelledby="please">
        <h2 id="please">Guidelines</h2>
        <ul>
          <li>Keep the badge’s proportions and colors, and leave some space around it.</li>
          <li>Keep it at least 48 pixels high on a screen, half an inch (12 mm) on paper.</li>
          <li>
            Say “featured,” not “recommended” or “award”: we showed the book, and readers decide. See the{' '}
            <Link to={paths.partnershipGuidelines()}>partnership guidelines</Link> for more.
          </li>
          <li>Use it only for books we featured, and never in a way that suggests the page is ours.</li>
        </ul>
        <p>
          Need another size, or a file for print? Write to <a href={`mailto:${support_email}`}>{support_email}</a>.
        </p>
      </section>
    </Page>
  );
}

const BadgeCard = ({ badge, appUrl }: { badge: Badge; appUrl: string }) => (
  <div className={classes.card}>
    <figure>
      <div className={classes.stage} data-scheme={badge.scheme}>
        <img src={badgeUrl(badge)} alt="" width={badge.width} height={badge.height} />
      </div>
      <figcaption>{badge.label}</figcaption>
    </figure>
    <a href={badgeUrl(badge)} download={badge.file}>
      Download {badge.file}
    </a>
    <CopyText label={`HTML for ${badge.file}`} text={badgeHtml(badge, appUrl)} action="Copy HTML" />
  </div>
);

/** A file in client/public/badges, with its label and size. */
type Badge = { file: string; label: string; width: number; height: number; scheme: 'light' | 'dark' };

const BADGES: readonly Badge[] = [
  {
    file: 'featured-on-deckle-light.svg',
    label: 'Featured on Deckle, for light pages',
    width: 167,
    height: 64,
    scheme: 'light',
  },
  {
    file: 'featured-on-deckle-dark.svg',
    label: 'Featured on Deckle, for dark pages',
    width: 167,
    height: 64,
    scheme: 'dark',
  },
  { file: 'deckle-mark-light.svg', label: 'The mark alone, for light pages', width: 64, height: 64, scheme: 'light' },
  { file: 'deckle-mark-dark.svg', label: 'The mark alone, for dark pages', width: 64, height: 64, scheme: 'dark' },
];

const badgeUrl = ({ file }: Badge) => `/badges/${file}`;

const formHtml = (appUrl: string) =>
  `<iframe src="${appUrl}${newsletterPaths.form()}" title="Ebook deals by email"\n  width="100%" height="230" style="border: 0; max-width: 32rem"></iframe>`;

/**
 * HTML for another site, which serves the file itself: an image fetched from here would tell us who visits that site.
 */
const badgeHtml = ({ file, width, height }: Badge, appUrl: string) =>
  `<a href="${appUrl}">\n  <img src="${file}" width="${width}" height="${height}" alt="Featured on Deckle">\n</a>`;
