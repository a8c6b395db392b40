/** What is said here of an answer in place of the service, each by its first words, under the word that a run tells it by. */
const own: readonly (readonly [word: string, begins: readonly string[]])[] = [
  ['timeout', ['timeout']],
  ['connection', ['no connection']],
  ['redirect', ['redirects', 'redirect', 'the next page is said to be on another server']],
  ['address', ['the address is none', 'address', 'protocol', 'credentials']],
  ['cut', ['the answer was cut', 'a piece is missing', 'cut']],
  ['size', ['the answer is too large', 'the file is too large', 'one entry is too large']],
  ['pages', ['empty pages without end', 'the same page came twice']],
  [
    'form',
    ['the answer is no JSON', 'the answer is of another shape: ', 'the answer has no such list', 'a piece cannot be read', 'html', 'json', 'date', 'list'],
  ],
]

/** Whether what a fault tells was said here, and in which word; null for a sentence of the service. */
export const ownWord = (told: string | null): string | null =>
  own.find(([, begins]) => begins.some((one) => told === one || (one.endsWith(': ') && told?.startsWith(one) === true)))?.[0] ?? null
