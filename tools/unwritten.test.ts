import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = ['*.md', 'docs/**/*.md', 'areas/help/pages/**/*.md', '{kit,app}/locales/*.ts', 'areas/*/locales/*.ts']
/** What `npm run new-entity` leaves to be written, and what people leave for themselves. */
const leftToWrite = /(?<!\p{L})(?:To be written|À écrire|To do|À faire)\.(?:\s|$)|\b(?:TODO|TBD|FIXME)\b|lorem ipsum/mu

const unwritten = (texts: readonly (readonly [file: string, text: string])[]) =>
  texts.flatMap(([file, text]) => leftToWrite.exec(text)?.[0].trim().replace(/^/, `${file}: `) ?? [])

test('nothing that people read is still to be written', () => {
  const files = read.flatMap((pattern) => globSync(pattern, { cwd: root }))
  expect(files.length).toBeGreaterThan(300)
  expect(unwritten(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))).toEqual([])
})

test('what is left is found', () => {
  expect(
    unwritten([
      ['a.md', '# Drills\n\nTo be written.\n'],
      ['b.md', '# Exercices\n\nÀ écrire.\n'],
      ['c.md', 'It had to be written again. To do so, TODOS.'],
    ]),
  ).toEqual(['a.md: To be written.', 'b.md: À écrire.'])
})
