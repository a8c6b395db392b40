const texts = new Set(['text/plain', 'text/csv', 'message/rfc822'])

/** Characters of a text that are shown. */
export const mostText = 20_000

/** What is shown as characters, never as a document. */
export const isText = (mime: string): boolean => texts.has(mime)
