import { encode } from 'uqr';
import classes from './Accounts.module.css';

/** The width of the margin that scanners need, in modules. */
const QUIET = 4;

/** `text` as a QR code; black on white in the dark scheme too, or some apps can’t read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET });
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

/** Each dark module is one square. */
const pathOf = (data: readonly (readonly boolean[])[]) =>
  data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
