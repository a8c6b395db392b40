/** How many members one comment may call. */
export const mentionLimit = 20
/** How a text calls a member: by id alone, so that a name that changes is never another than theirs. */
export const mentionOf = (id: number): string => `@[${id}]`
const mention = /@\[([1-9]\d{0,14})\]/g
/** The members that a text calls, each once. */
export const mentionsIn = (text: string): number[] => [...new Set([...text.matchAll(mention)].map(([, id]) => Number(id)))]
/** A text in pieces: what is said, and whom it calls. */
export const piecesOf = (text: string): (string | number)[] => text.split(mention).map((piece, n) => (n % 2 ? Number(piece) : piece))
