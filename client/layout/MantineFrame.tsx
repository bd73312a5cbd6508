import '@mantine/core/styles.css';
import './mantine-over.css';
import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';
import { DeckleMantine } from '#client/ui/app/theme.tsx';

export const MantineFrame = ({ children }: { children: ReactNode }) => (
  <DeckleMantine>
    <ModalsProvider>{children}</ModalsProvider>
  </DeckleMantine>
);
