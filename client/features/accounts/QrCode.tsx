import { encode } from 'uqr';
import classes from './Accounts.module.css';

/** The width of the margin that scanners need, in modules. */
const QUIET_ZONE = 4;

/** Draws a QR code, black on white even in the dark scheme, because some apps can't read inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={pathOf(data)} />
    </svg>
  );
}

/** An SVG path with a square for each dark module. */
const pathOf = (data: readonly (readonly boolean[])[]) =>
  data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
