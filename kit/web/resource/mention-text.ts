import { mentionOf, piecesOf } from '#kit/contract/mention.ts'

export interface Person {
  readonly id: number
  readonly name: string
}

/** A text as its writer sees it, people by their names. */
export const typedText = (text: string, people: readonly Person[]): string =>
  piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : `@${people.find(({ id }) => id === piece)?.name ?? '?'}`))
    .join('')

/** What is sent of it: those who were chosen, and are still named, by their ids; of names of which one begins the other the longer first. */
export function sentText(typed: string, chosen: readonly Person[]): string {
  const byLength = chosen.toSorted((a, b) => b.name.length - a.name.length)
  return byLength.reduce((text, { id, name }) => text.replaceAll(`@${name}`, mentionOf(id)), typed)
}

/** What is typed of a name after an `@` right before the caret; undefined when nothing is. */
export function mentionAt(text: string, caret: number): { readonly from: number; readonly search: string } | undefined {
  const [found, search = ''] = /(?:^|[\s(])@([\p{L}'’-]{0,40}(?: [\p{L}'’-]{1,40})?)$/u.exec(text.slice(0, caret)) ?? []
  return found === undefined ? undefined : { from: caret - search.length - 1, search }
}
