/**
 * The inline script that fetches the page's script: at once, or when the page has painted and the browser is idle, or
 * at the first touch. A form sent earlier waits (client/layout/resume-submit.ts) instead of going out as a plain request.
 */
export function bootScript(entry: string, when: 'at once' | 'when idle') {
  const start =
    when === 'at once'
      ? 'load()'
      : "document.readyState==='complete'?idle():addEventListener('load',idle);" +
        "for(const touch of['pointerdown','keydown','focusin'])addEventListener(touch,load,{once:true,passive:true})";
  return (
    `{let asked;const load=()=>{asked||=import(${JSON.stringify(entry)})};` +
    'const idle=()=>{(self.requestIdleCallback||setTimeout)(load)};' +
    "addEventListener('submit',(event)=>{const form=event.target;" +
    'if(event.defaultPrevented||!form.hasAttribute("data-needs-script"))return;' +
    'event.preventDefault();form.dataset.waiting="";load()});' +
    `${start}}`
  );
}
