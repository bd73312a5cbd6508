/** The word mark: a leaf of paper with one torn edge, and the name. */
export const Logo = () => (
  <svg width="116" height="34" viewBox="0 0 116 34" role="img" aria-label="Deckle">
    <path
      d="M4 3h15l2.2 2.4-1.4 2.8 1.8 3-1.2 2.8 1.6 3.2-1.8 2.6 1.4 3.2-1.6 2.8 1 3.2H4z"
      style={{ fill: 'var(--accent)' }}
    />
    <path d="M8 10h7M8 15h8M8 20h6" style={{ stroke: 'var(--on-accent)' }} strokeWidth="2" strokeLinecap="round" />
    <text
      x="30"
      y="25"
      fill="currentColor"
      style={{ fontFamily: 'var(--serif)', fontSize: '25px', fontWeight: 650, letterSpacing: '-0.5px' }}
    >
      Deckle
    </text>
  </svg>
);
