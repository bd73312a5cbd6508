import { type CSSVariablesResolver, createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';

/** Mantine in the colours of client/layout/tokens.css; only the screens with controls load it. */
const theme = createTheme({
  primaryColor: 'deckle',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
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
});

const variables: CSSVariablesResolver = () => ({
  variables: { '--mantine-color-body': 'var(--card)', '--mantine-color-text': 'var(--ink)' },
  light: { '--mantine-color-dimmed': 'var(--muted)', '--mantine-color-anchor': 'var(--accent)' },
  dark: { '--mantine-color-dimmed': 'var(--muted)', '--mantine-color-anchor': 'var(--accent)' },
});

export const DeckleMantine = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={variables}
    defaultColorScheme="auto"
    getStyleNonce={() => pageNonce()}
  >
    {children}
  </MantineProvider>
);

/** The page's nonce, which the content security policy asks of every style element. */
const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
