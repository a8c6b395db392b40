import { mentionOf, piecesOf, referenceOf, type Referred } from '#kit/contract/mention.ts'

export interface Person {
  readonly id: number
  readonly name: string
}

/** A text as its writer sees it, people by their names. */
export const typedText = (text: string, people: readonly Person[]): string =>
  piecesOf(text)
    .map((piece) => (typeof piece === 'string' ? piece : `@${people.find(({ id }) => id === piece)?.name ?? '?'}`))
    .join('')

/** An object that was chosen after a `#`. */
export interface Led extends Referred {
  readonly identifier: string
  readonly name: string
}

/** What is sent of it: those who were chosen, and are still named, by their ids; of names of which one begins the other the longer first. */
export function sentText(typed: string, chosen: readonly Person[], led: readonly Led[] = []): string {
  const byLength = chosen.toSorted((a, b) => b.name.length - a.name.length)
  const called = byLength.reduce((text, { id, name }) => text.replaceAll(`@${name}`, mentionOf(id)), typed)
  const byIdentifier = new Map(led.map((one) => [one.identifier, referenceOf(one.entity, one.id)]))
  const pattern = [...byIdentifier.keys()].toSorted((a, b) => b.length - a.length).map((identifier) => identifier.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  if (pattern.length === 0) return called
  // A-1 is not the beginning of A-12.
  return called.replaceAll(
    new RegExp(`#(${pattern.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu'),
    (typedSign, identifier: string) => byIdentifier.get(identifier) ?? typedSign,
  )
}

export interface TypedSign {
  readonly sign: '@' | '#'
  readonly from: number
  readonly search: string
}

/** What is typed of a name after an `@` or of an object after a `#`, right before the caret; undefined when nothing is. */
export function mentionAt(text: string, caret: number): TypedSign | undefined {
  const before = text.slice(0, caret)
  const [found, search = ''] = /(?:^|[\s(])@([\p{L}'’-]{0,40}(?: [\p{L}'’-]{1,40})?)$/u.exec(before) ?? []
  if (found !== undefined) return { sign: '@', from: caret - search.length - 1, search }
  const [led, object = ''] = /(?:^|[\s(])#([\p{L}\p{N}][\p{L}\p{N}._-]{0,40})$/u.exec(before) ?? []
  return led === undefined ? undefined : { sign: '#', from: caret - object.length - 1, search: object }
}
