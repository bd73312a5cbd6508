/** Calls as soon as a pointer rests on a link to our own pages, or the keyboard reaches it. */
export function onIntent(visit: (url: URL) => void) {
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.href && link.origin === location.origin) visit(new URL(link.href));
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, listen, { passive: true });
}
