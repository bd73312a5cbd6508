import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { FileButton } from '#client/ui/app/FileButton.tsx';
import { Button } from '#client/ui/Button.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { uploadPicture } from './api.ts';
import { type Edit, type Mark, withMark } from './markdown-edit.ts';
import classes from './PostEditor.module.css';

const TOOLS: readonly { mark: Mark; label: string; icon: typeof IconBold }[] = [
  { mark: 'bold', label: 'Bold', icon: IconBold },
  { mark: 'italic', label: 'Italic', icon: IconItalic },
  { mark: 'heading', label: 'Heading', icon: IconH2 },
  { mark: 'list', label: 'List', icon: IconList },
  { mark: 'numbers', label: 'Numbered list', icon: IconListNumbers },
  { mark: 'quote', label: 'Quote', icon: IconBlockquote },
  { mark: 'code', label: 'Code', icon: IconCode },
  { mark: 'link', label: 'Link', icon: IconLink },
];
const SHORTCUTS: { [key: string]: Mark } = { b: 'bold', i: 'italic', k: 'link' };
const PICTURES = 'image/jpeg,image/png,image/webp';

type Props = { value: string; onChange: (body: string) => void; onSave: () => void; error: string | null };

/** A Markdown field with a toolbar and the usual shortcuts. */
export function BodyField({ value, onChange, onSave, error }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const selection = useRef<Pick<Edit, 'start' | 'end'> | null>(null);
  const upload = useMutation({ mutationFn: uploadPicture, onSuccess: (url) => mark('picture', url) });

  const mark = (kind: Mark, url?: string) => {
    if (!area.current) return;
    const { selectionStart: start, selectionEnd: end } = area.current;
    const edit = withMark({ text: value, start, end }, kind, url);
    selection.current = edit;
    onChange(edit.text);
  };
  // Restores the selection, because React moves the caret to the end of text that wasn't typed.
  useLayoutEffect(() => {
    if (!selection.current) return;
    area.current?.focus();
    area.current?.setSelectionRange(selection.current.start, selection.current.end);
    selection.current = null;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const kind = SHORTCUTS[event.key];
    if (!kind && event.key !== 's') return;
    event.preventDefault();
    if (kind) mark(kind);
    else onSave();
  };
  return (
    <div className={classes.field}>
      <div className={classes.tools} role="toolbar" aria-label="Formatting">
        {TOOLS.map(({ mark: kind, label, icon: Icon }) => (
          <Button look="icon" key={kind} aria-label={label} title={label} onClick={() => mark(kind)}>
            <Icon size={20} aria-hidden="true" />
          </Button>
        ))}
        <FileButton
          look="icon"
          accept={PICTURES}
          onPick={upload.mutate}
          busy={upload.isPending}
          aria-label="Image"
          title="Image"
        >
          <IconPhoto size={20} aria-hidden="true" />
        </FileButton>
      </div>
      <TextField
        ref={area}
        label="Text, in Markdown"
        maxLength={60_000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={error}
      />
    </div>
  );
}
