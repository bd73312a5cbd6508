/** What every page needs, in this order: the screens' own styles come with their scripts. */
import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/literata/index.css';
import './tokens.css';
import './global.css';
