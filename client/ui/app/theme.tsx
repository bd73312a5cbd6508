import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  MantineProvider,
  type VariantColorsResolver,
} from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { NoMatches } from './NoMatches.tsx';
import { SteadyButton } from './SteadyButton.tsx';

/** Mantine picks a filled control's text by its light shade only, which leaves white on pale green in the dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const fill = input.variant === 'filled' && FILLS[input.color ?? 'deckle'];
  return fill ? { ...colors, ...fill } : colors;
};

const FILLS: { [color: string]: { background: string; hover: string; color: string } } = {
  deckle: { background: 'var(--accent)', hover: 'var(--accent-strong)', color: 'var(--on-accent)' },
  red: { background: 'var(--danger)', hover: 'var(--danger)', color: 'var(--card)' },
};

/** Mantine in the colours of client/layout/tokens.css; only the screens with controls load it. */
const theme = createTheme({
  primaryColor: 'deckle',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  variantColorResolver,
  defaultRadius: 'md',
  colors: {
    deckle: [
      '#e9f6f1',
      '#d3ebe2',
      '#a9d8c7',
      '#86ceb4',
      '#6fd3ad',
      '#3fa883',
      '#23896a',
      '#127055',
      '#0b5d46',
      '#074333',
    ],
  },
  fontFamily: 'var(--sans)',
  headings: { fontFamily: 'var(--serif)', fontWeight: '600' },
  // A dialog's head is no banner of the page.
  components: {
    Button: { defaultProps: { component: SteadyButton } },
    ComboboxEmpty: { defaultProps: { component: NoMatches } },
    ActionIcon: { defaultProps: { component: SteadyButton } },
    ModalHeader: { defaultProps: { component: 'div' } },
    // Its buttons would be too small for a finger, and the arrow keys count as well.
    NumberInput: { defaultProps: { hideControls: true } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { size: 44 }, rightSectionWidth: 48 } },
  },
});

/** Mantine sets these for each scheme; ours know both. */
const PER_SCHEME = {
  '--mantine-color-dimmed': 'var(--muted)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-placeholder': 'var(--muted)',
  '--mantine-color-error': 'var(--danger)',
};

const variables: CSSVariablesResolver = () => ({
  variables: { '--mantine-color-body': 'var(--card)', '--mantine-color-text': 'var(--ink)' },
  light: PER_SCHEME,
  dark: PER_SCHEME,
});

export function DeckleMantine({ children }: { children: ReactNode }) {
  // By this name the part that stops the page from scrolling behind a dialog asks for the nonce of its style.
  useEffect(() => void Object.assign(globalThis, { __webpack_nonce__: pageNonce() }), []);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => pageNonce()}
    >
      {children}
    </MantineProvider>
  );
}

/** The page's nonce, which the content security policy asks of every style element. */
const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
