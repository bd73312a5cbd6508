/** The styles of every page, in this order; a screen's own styles come with its script. */
import './fonts.css';
import './tokens.css';
import './global.css';
