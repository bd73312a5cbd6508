/** A form sent before the script was there waited for it (server/web/boot-script.ts); now it is sent. */
export function resumeSubmit() {
  const form = document.querySelector<HTMLFormElement>('form[data-waiting]');
  if (!form) return;
  delete form.dataset.waiting;
  form.requestSubmit();
}
