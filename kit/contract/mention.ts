/** How many members one comment may call. */
export const mentionLimit = 20
/** How a text calls a member: by id alone, so that a name that changes is never another than theirs. */
export const mentionOf = (id: number): string => `@[${id}]`
const mention = /@\[([1-9]\d{0,14})\]/g
/** The members that a text calls, each once. */
export const mentionsIn = (text: string): number[] => [...new Set([...text.matchAll(mention)].map(([, id]) => Number(id)))]
/** A text in pieces: what is said, and whom it calls. */
export const piecesOf = (text: string): (string | number)[] => text.split(mention).map((piece, n) => (n % 2 ? Number(piece) : piece))

/** To how many objects one text may lead. */
export const referenceLimit = 20
/** How a text leads to an object: by entity and id, so that what it is called is said to those alone who may open it. */
export const referenceOf = (entity: string, id: number): string => `#[${entity}:${id}]`
const reference = /#\[([a-z_]{2,40}):([1-9]\d{0,14})\]/g
export interface Referred {
  readonly entity: string
  readonly id: number
}
/** The objects to which a text leads, each once. */
export const referencesIn = (text: string): Referred[] => [
  ...new Map([...text.matchAll(reference)].map(([sign, entity = '', id]) => [sign, { entity, id: Number(id) }])).values(),
]
/** A text with words in place of whom it calls and where it leads. */
export const spokenText = (text: string, person: (id: number) => string, object: (one: Referred) => string): string =>
  text.replaceAll(mention, (_, id: string) => person(Number(id))).replaceAll(reference, (_, entity: string, id: string) => object({ entity, id: Number(id) }))
