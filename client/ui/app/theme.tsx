import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { NoMatches } from './NoMatches.tsx';

/** Mantine in the colors of client/layout/tokens.css. */
const theme = createTheme({
  primaryColor: 'deckle',
  primaryShade: { light: 8, dark: 4 },
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
  components: {
    ComboboxEmpty: { defaultProps: { component: NoMatches } },
    // A dialog's header isn't the page's banner.
    ModalHeader: { defaultProps: { component: 'div' } },
    Input: { defaultProps: { size: 'md' } },
    InputWrapper: { defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
  },
});

/** Mantine sets these per color scheme; our values work in both. */
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
  // The scroll lock of dialogs reads the nonce for its style from this global variable.
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

/** The page's nonce, which the content security policy requires of style elements. */
const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
