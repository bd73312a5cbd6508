/**
 * Styles of every email. Necessary styles are inline; classes add dark colors, the card's padding on phones, and a
 * newsletter entry's other styles.
 */
const light = {
  paper: '#f5f0e6',
  card: '#fffdf8',
  ink: '#231f1a',
  muted: '#655d52',
  line: '#e4dccd',
  accent: '#0b5d46',
  onAccent: '#ffffff',
};
const dark = {
  paper: '#161412',
  card: '#211e1b',
  ink: '#efe9de',
  muted: '#b5ab9c',
  line: '#4a433b',
  accent: '#6fd3ad',
  onAccent: '#0f2a20',
};

export const colors = light;

const SERIF = 'Georgia,serif';
const SANS = 'Arial,sans-serif';

/** CSS `font` shorthands. Outlook doesn't inherit fonts inside tables, so each text sets its own. */
export const fonts = {
  wordmark: `700 26px/32px ${SERIF}`,
  title: `700 26px/34px ${SERIF}`,
  section: `700 21px/28px ${SERIF}`,
  book: `700 18px/24px ${SERIF}`,
  text: `16px/25px ${SANS}`,
  entry: `15px/22px ${SANS}`,
  strong: `700 15px/22px ${SANS}`,
  small: `13px/20px ${SANS}`,
} as const;

export const PAGE_WIDTH = 600;

/** React escapes only `<style` and `</style` in a style element, not CSS, so this must never include outside data. */
export const emailCss = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
.dk-stores a{display:inline-block;padding:11px 10px 11px 0;color:${light.accent}}
.dk-muted a{color:inherit}
.dk-cover{display:block;text-decoration:none;color:${light.muted};font:${fonts.small}}
.dk-cover img{background-color:${light.paper}}
@media (max-width:480px){.dk-card-inside{padding:24px 18px!important}}
@media (prefers-color-scheme:dark){
.dk-paper,.dk-paper>table>tbody>tr>td{background-color:${dark.paper}!important}
.dk-card{background-color:${dark.card}!important;border-color:${dark.line}!important}
.dk-ink{color:${dark.ink}!important}
.dk-muted,.dk-cover{color:${dark.muted}!important}
.dk-cover img{background-color:${dark.paper}!important}
.dk-link,.dk-stores a{color:${dark.accent}!important}
.dk-line{border-color:${dark.line}!important}
.dk-button{background-color:${dark.accent}!important;color:${dark.onAccent}!important}
}`;

/** Makes Outlook on Windows respect the page width and render 96 dpi images correctly. */
export const outlookHead =
  '<!--[if mso]><xml><o:OfficeDocumentSettings xmlns:o="urn:schemas-microsoft-com:office:office">' +
  '<o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>' +
  `<style>.dk-page{width:${PAGE_WIDTH}px!important}</style><![endif]-->`;
