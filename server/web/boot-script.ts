import type { Assets } from './build.ts';

/**
 * The inline script that fetches the page's script: at once, or when the page has painted and the browser is idle, or
 * at the first touch. A form sent earlier waits (client/layout/Layout.tsx) instead of going out as a plain request;
 * what is missing in it is then named by our words, not by the browser's.
 */
export function bootScript({ entry, ...files }: BootFiles, when: 'at once' | 'when idle') {
  const start =
    when === 'at once'
      ? 'load()'
      : "document.readyState==='complete'?idle():addEventListener('load',idle);" +
        "for(const touch of['pointerdown','keydown','focusin'])addEventListener(touch,load,{once:true,passive:true})";
  return (
    `{let asked;const load=async()=>{if(asked)return;asked=true;${when === 'at once' ? '' : ahead(entry, files)}` +
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
 * All scripts are fetched together, since each would be found only in the one before, but run one at a time, so that a slow
 * phone can scroll in between. The styles came with the page: a disabled link is not fetched, and stands there for the
 * script that would fetch the file.
 */
const ahead = (entry: string, { scripts, styles }: Omit<BootFiles, 'entry'>) =>
  "const link=(of)=>document.head.append(Object.assign(document.createElement('link'),of));" +
  `for(const href of ${JSON.stringify(styles)})link({rel:'stylesheet',disabled:true,href});` +
  `for(const href of ${JSON.stringify(scripts)})link({rel:'modulepreload',href});` +
  `for(const file of ${JSON.stringify(scripts.slice(0, scripts.indexOf(entry)))}){await import(file);` +
  'await new Promise((free)=>{setTimeout(free)})}';
