import { type RefObject, useEffect } from 'react';
import { useShell } from '#client/ui/shell.ts';

/** Downloads the list of a `:::calendar` block as a calendar file when its form is submitted. */
export function useCalendar(page: RefObject<HTMLElement | null>) {
  const { now } = useShell();
  useEffect(() => {
    const form = page.current?.querySelector<HTMLFormElement>('.calendar form');
    const download = async (event: SubmitEvent) => {
      event.preventDefault();
      const date = form?.querySelector('input')?.value ?? '';
      const { calendarFile, parseEvent } = await import('./calendar-file.ts');
      const items = [...(form?.parentElement?.querySelectorAll('li') ?? [])];
      const events = items.flatMap(({ textContent }) => parseEvent(textContent) ?? []);
      const file = new Blob([calendarFile({ date, now, events })], { type: 'text/calendar' });
      const link = Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(file),
        download: `launch-${date}.ics`,
      });
      link.click();
      URL.revokeObjectURL(link.href);
    };
    form?.addEventListener('submit', download);
    return () => form?.removeEventListener('submit', download);
  }, [page, now]);
}
