import type { Assets } from './build.ts';

/**
 * Inline script that loads the page's script: immediately, or as soon as the visitor interacts or the page has loaded
 * and the browser is idle. A form with `data-needs-script` that is submitted earlier waits for it
 * (client/layout/Layout.tsx) instead of being sent natively, so that our messages replace the browser's.
 */
export function bootScript({ entry, ...files }: BootFiles, when: 'immediate' | 'idle') {
  const start =
    when === 'immediate'
      ? 'load()'
      : "document.readyState==='complete'?idle():addEventListener('load',idle);" +
        "for(const touch of['pointerdown','keydown','focusin'])addEventListener(touch,load,{once:true,passive:true})";
  return (
    `{let asked;const load=async()=>{if(asked)return;asked=true;${when === 'immediate' ? '' : preloadCode(entry, files)}` +
    `import(${JSON.stringify(entry)})};` +
    'const idle=()=>{(self.requestIdleCallback||setTimeout)(load)};' +
    "addEventListener('submit',(event)=>{const form=event.target;" +
    'if(event.defaultPrevented||!form.hasAttribute("data-needs-script"))return;' +
    'event.preventDefault();form.dataset.waiting="";load()});' +
    'for(const form of document.querySelectorAll("form[data-needs-script]"))form.noValidate=true;' +
    `${start}}`
  );
}

type BootFiles = Pick<Assets, 'entry' | 'scripts' | 'styles'>;

/**
 * Preloads all scripts together, because each one would only be discovered in the previous one. Runs those that the
 * entry imports one at a time, so that a slow phone can scroll in between. The styles are already in the page: a
 * disabled link isn't fetched, but keeps the script from fetching the file.
 */
const preloadCode = (entry: string, { scripts, styles }: Omit<BootFiles, 'entry'>) =>
  "const link=(of)=>document.head.append(Object.assign(document.createElement('link'),of));" +
  `for(const href of ${JSON.stringify(styles)})link({rel:'stylesheet',disabled:true,href});` +
  `for(const href of ${JSON.stringify(scripts)})link({rel:'modulepreload',href});` +
  `for(const file of ${JSON.stringify(scripts.slice(0, scripts.indexOf(entry)))}){await import(file);` +
  'await new Promise((free)=>{setTimeout(free)})}';
