/** The styles of every page, in this order. A screen's styles load with its script. */
import './fonts.css';
import './tokens.css';
import './global.css';
