import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { looks } from '#kit/contract/status-looks.ts'
import { glyphs } from './glyphs.ts'
import { icons } from './icons.ts'

const sources = globSync('{app,areas,kit}/**/*.{ts,tsx}').map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
const namesOf = (imported: string) =>
  imported.split(',').map((name) =>
    name
      .trim()
      .replace(/^type /, '')
      .replace(/ as .*/, ''),
  )

test('a sign with a meaning is taken by its meaning and stands for nothing else', () => {
  const [own] = sources.filter(({ file }) => file === 'kit/web/glyphs.ts')
  const drawn = namesOf(/import \{([^}]*)\} from 'lucide-react'/.exec(own?.text ?? '')?.[1] ?? '')
  expect(drawn).toHaveLength(Object.keys(glyphs).length)
  const elsewhere = sources
    .filter(({ file }) => file !== 'kit/web/glyphs.ts')
    .flatMap(({ file, text }) =>
      [...text.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(([, imported = '']) =>
        namesOf(imported).flatMap((name) => (drawn.includes(name) ? [`${file} ${name}`] : [])),
      ),
    )
  expect(elsewhere).toEqual([])
})

test('the bell is of reviews, the tray of what one was told, in the menu as in the head', () => {
  expect([icons.Bell, icons.Inbox]).toEqual([glyphs.reviews, glyphs.notifications])
  const routesWith = (icon: string) =>
    sources.flatMap(({ text }) => [...text.matchAll(new RegExp(`path: '([^']+)',[^}]*?icon: '${icon}'`, 'g'))].map(([, path]) => path))
  expect(routesWith('Bell')).toEqual(['/reviews'])
  expect(routesWith('Inbox')).toEqual(['/notifications'])
})

test('each look has a sign and tone of its own, and the cross is only for what has ended badly', () => {
  const signs = Object.entries(looks).map(([name, { tone, glyph }]) => [name, `${tone} ${glyph}`] as const)
  expect(new Set(signs.map(([, look]) => look)).size).toBe(signs.length)
  expect(Object.entries(looks).flatMap(([name, { glyph }]) => (glyph === 'cross' ? [name] : []))).toEqual(['failed'])
  // Signs given by hand: a cross that is not bad is no end that is bad.
  const odd = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/tone(?:=|: )\{?['"](\w+)['"],? glyph(?:=|: )['"]cross['"]/g)].flatMap(([, tone]) => (tone === 'bad' ? [] : [`${file} ${tone ?? ''}`])),
  )
  expect(odd).toEqual([])
  expect(sources.filter(({ text }) => /glyph=\{[^}]*'cross'/.test(text)).map(({ file }) => file)).toEqual([])
})
