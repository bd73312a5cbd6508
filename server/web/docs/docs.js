/** Search in the list of calls, and a choice of the examples' language for all pages. The pages work without it. */
const LANGUAGE_KEY = 'deckle_docs_language';
const inputs = [...document.querySelectorAll('input[name="language"]')];
for (const input of inputs) {
  input.checked = input.value === (read() ?? inputs[0].value);
  input.addEventListener('change', () => write(input.value));
}

function read() {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null;
  }
}

/** Storage may be blocked. */
function write(language) {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {}
}

const menu = document.querySelector('.menu');
const find = document.getElementById('find');
const found = document.getElementById('found');
const links = [...document.querySelectorAll('[data-find]')];
const groups = [...menu.querySelectorAll('ul details')];
const wereOpen = groups.map(({ open }) => open);
find.closest('p').hidden = false;
// On a phone the contents would hide the page.
if (matchMedia('(max-width: 47.99rem)').matches) menu.open = false;

find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const link of links) {
    const text = link.dataset.find.toLowerCase();
    link.parentElement.hidden = !words.every((word) => text.includes(word));
  }
  groups.forEach((group, index) => {
    const hasMatch = group.querySelector('li:not([hidden]) > [data-find]') !== null;
    group.parentElement.hidden = !hasMatch;
    group.open = words.length ? hasMatch : wereOpen[index];
  });
  const count = visible().length;
  found.textContent = words.length ? (count ? `${count} ${count === 1 ? 'call' : 'calls'}` : 'No matches') : '';
});
const visible = () => links.filter((link) => !link.parentElement.hidden);

find.addEventListener('keydown', (event) => {
  const first = links.find((link) => link.checkVisibility());
  if (event.key === 'ArrowDown' && first) {
    event.preventDefault();
    first.focus();
  }
  if (event.key === 'Enter' && find.value && first) location.assign(first.href);
});
menu.addEventListener('keydown', (event) => {
  const reachable = links.filter((link) => link.checkVisibility());
  const at = reachable.indexOf(document.activeElement);
  if (at < 0 || !/^Arrow(Up|Down)$/.test(event.key)) return;
  event.preventDefault();
  (event.key === 'ArrowDown' ? reachable[at + 1] : (reachable[at - 1] ?? find))?.focus();
});
document.addEventListener('keydown', (event) => {
  const isShortcut = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isShortcut || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  event.preventDefault();
  menu.open = true;
  find.focus();
});
