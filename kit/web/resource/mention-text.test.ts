import { expect, test } from 'vitest'
import { mentionAt, sentText } from './mention-text.ts'

const people = [
  { id: 1, name: 'Ann' },
  { id: 2, name: 'Ann Smith' },
]
const led = [
  { entity: 'incident', id: 5, identifier: 'I-1', name: 'Leak' },
  { entity: 'remediation', id: 9, identifier: 'A.8 (b)/[c]', name: 'Patch' },
]

test('whom a text calls and where it leads are sent by their ids; what only begins so is left', () => {
  expect(sentText('@Ann Smith and @Ann: #I-1, #I-12, #A.8 (b)/[c].', people, led)).toBe('@[2] and @[1]: #[incident:5], #I-12, #[remediation:9].')
  expect(sentText('#I-1', people)).toBe('#I-1')
})

test('a sign offers where a word begins, and not within one', () => {
  expect(mentionAt('Seen by @An', 11)).toEqual({ sign: '@', from: 8, search: 'An' })
  expect(mentionAt('See #I-1', 8)).toEqual({ sign: '#', from: 4, search: 'I-1' })
  for (const text of ['mail@An', 'C#1', '#', 'See # I']) expect(mentionAt(text, text.length)).toBeUndefined()
})
