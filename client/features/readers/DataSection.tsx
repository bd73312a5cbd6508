import { useMutation } from '@tanstack/react-query';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import type { Reader } from '#shared/readers.ts';
import { eraseReader, exportUrl } from './api.ts';
import classes from './ReaderSections.module.css';

/** What a reader may have of us, and have us forget. */
export function DataSection({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const erase = useMutation({ mutationFn: () => eraseReader(reader.uuid), onSuccess: onErased });
  return (
    <section className={classes.section} aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>
        <a href={exportUrl(reader.uuid)} download>
          Download everything we keep about you
        </a>{' '}
        (a JSON file).
      </p>
      <p>Erasing removes your address, your preferences and what you clicked on. It cannot be undone.</p>
      <ConfirmButton
        label="Erase my data"
        question="Erase everything for good?"
        confirm="Yes, erase it"
        busy={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </section>
  );
}
