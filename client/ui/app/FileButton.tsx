import { type ReactNode, useRef } from 'react';
import { Button } from '../Button.tsx';

type Props = {
  accept: string;
  onPick: (file: File) => void;
  busy?: boolean;
  look?: 'quiet' | 'icon';
  'aria-label'?: string;
  title?: string;
  children: ReactNode;
};

/** A button that opens the browser's file dialog. */
export function FileButton({ accept, onPick, look = 'quiet', ...button }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // Lets the same file be chosen again after an error.
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      <Button {...button} look={look} onClick={() => input.current?.click()} />
    </>
  );
}
