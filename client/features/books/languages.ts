/** ISO 639-1, the languages in which ebooks are sold widely. */
const CODES =
  'ar bg bn ca cs da de el en es et fi fr he hi hr hu id is it ja ko lt lv nl no pl pt ro ru sk sl sr sv th tr uk vi zh';

/** Languages by their English name, for a select field. */
export function languageOptions() {
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return CODES.split(' ')
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
}
