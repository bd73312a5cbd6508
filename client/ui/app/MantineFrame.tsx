import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import './mantine-overrides.css';
import { ModalsProvider } from '@mantine/modals';
import type { ReactNode } from 'react';
import { DeckleMantine } from './theme.tsx';

/** The context of dialogs and of Mantine's fields. Only signed-in screens and /dev/ui load it. */
export const MantineFrame = ({ children }: { children: ReactNode }) => (
  <DeckleMantine>
    <ModalsProvider>{children}</ModalsProvider>
  </DeckleMantine>
);
