import { MultiSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Newsletter, NewsletterPreview } from '#shared/newsletters.ts';
import { previewQuery } from './api.ts';
import { MailFrame } from './MailFrame.tsx';
import classes from './PreviewPanel.module.css';
import { TestMail } from './TestMail.tsx';

const FORMATS = [
  { value: 'wide', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
];

/** The mail as it would be sent now, and a test of it. Its links count nothing. */
export function PreviewPanel({ newsletter: { id } }: { newsletter: Newsletter }) {
  const [form, setForm] = useState('wide');
  const [category_ids, setCategories] = useState<string[]>([]);
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const query = useQuery(previewQuery({ id, format: form === 'text' ? 'text' : 'html', category_ids }));
  return (
    <Panel title="Preview">
      <div className={classes.choices}>
        <SegmentedControl aria-label="Shown as" value={form} onChange={setForm} data={FORMATS} />
        <MultiSelect
          className={classes.readers!}
          label="For readers of"
          placeholder={category_ids.length ? '' : 'all categories'}
          value={category_ids}
          onChange={setCategories}
          data={categories.map((category) => ({ value: String(category.id), label: category.name }))}
          comboboxProps={{ withinPortal: false }}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'All categories' }}
        />
      </div>
      <Loaded query={query} waiting={<Skeleton height={600} />}>
        {(preview) => <Mail preview={preview} form={form} />}
      </Loaded>
      <TestMail newsletter_id={id} category_ids={category_ids.map(Number)} />
    </Panel>
  );
}

const number = new Intl.NumberFormat('en-US');

function Mail({ preview, form }: { preview: NewsletterPreview; form: string }) {
  const { content, subject, preheader, deals_count, size_bytes } = preview;
  if (content === null)
    return <EmptyState title="These readers get no mail">Nothing in this newsletter fits them.</EmptyState>;
  return (
    <>
      <p>
        <strong>{subject}</strong> {preheader}
      </p>
      <p className={classes.muted}>
        {deals_count} {deals_count === 1 ? 'deal' : 'deals'}, {number.format(Math.ceil(size_bytes / 1000))} kB
      </p>
      {form === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <pre className={classes.text} tabIndex={0}>
          {content}
        </pre>
      ) : (
        <MailFrame html={content} phone={form === 'phone'} />
      )}
    </>
  );
}
