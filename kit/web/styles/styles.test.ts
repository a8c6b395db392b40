import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { widths } from '#kit/web/ui/widths.ts'

/** What may say a colour or a size itself: the tokens, and Mantine's variables that are pointed at them. */
const ground = new Set(['kit/web/styles/tokens.css', 'kit/web/styles/mantine-variables.css'])
const sheets = globSync('{app,areas,kit}/**/*.css').filter((file) => !ground.has(file))

/** Lines of style sheets that say something by their own, as `file:line text`. */
function lines(says: (line: string) => boolean): string[] {
  return sheets.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => (says(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  )
}

test('letters have the sizes of the scale', () => {
  expect(lines((line) => /\bfont(-size)?: [^;/]*\d(px|em|rem|pt|%)/.test(line))).toEqual([])
})

/** Headline figures: one number without a word space. */
const figures = new Set([
  'areas/dashboards/web/posture.module.css',
  'areas/indicators/web/cards.module.css',
  'areas/indicators/web/indicators.module.css',
  'areas/scores/web/score-marks.module.css',
])

test('letters stand no closer than the font has them, or words run into each other at normal resolution', () => {
  expect(lines((line) => /letter-spacing: -/.test(line)).filter((line) => !figures.has(line.slice(0, line.indexOf(':'))))).toEqual([])
})

test('colours are tokens, so that both themes have them', () => {
  expect(lines((line) => /#[\da-f]{3,8}\b|\b(rgba?|oklch|lab|lch)\(|: (white|black)\b/i.test(line.replace(/\burl\([^)]*\)/, '')))).toEqual([])
})

test('corners are tokens, so that what lies side by side is equally round', () => {
  expect(lines((line) => /\bborder(-[a-z]+)*-radius: [^;]*\d(px|em|rem)/.test(line))).toEqual([])
})

test('layouts change at three widths', () => {
  const known = Object.values(widths).flatMap((width) => [`(width <= ${width}px)`, `(width > ${width}px)`])
  const asked = (line: string) => [...line.matchAll(/\((?:min-|max-)?width[^)]*\)/g)].map(([condition]) => condition)
  expect(lines((line) => /^\s*@(media|container)/.test(line) && asked(line).some((condition) => !known.includes(condition)))).toEqual([])
})

test('sheets do not take from the browser what the base takes already', () => {
  expect(lines((line) => /^\s*(list-style: none|font-style: normal|border-collapse: collapse);/.test(line)).filter((line) => !line.startsWith('kit/'))).toEqual(
    [],
  )
})

test('every class of a sheet is used by what imports it', () => {
  const users = new Map<string, string[]>()
  for (const file of globSync('{app,areas,kit}/**/*.{ts,tsx}')) {
    const text = readFileSync(file, 'utf8')
    for (const [, name = ''] of text.matchAll(/\/([\w-]+\.module\.css)'/g)) users.set(name, [...(users.get(name) ?? []), text])
  }
  const unused = sheets
    .filter((sheet) => sheet.endsWith('.module.css'))
    .flatMap((sheet) => {
      const uses = (users.get(sheet.slice(sheet.lastIndexOf('/') + 1)) ?? []).join('\n')
      // Names put together while it runs: `css[`g${gap}`]`, `css[part]`.
      if (/\b(css|styles)\[[^'\]]/.test(uses)) return []
      const says = readFileSync(sheet, 'utf8').replace(/\/\*[^]*?\*\/|'[^']*'/g, '')
      const classes = new Set([...says.matchAll(/\.([a-zA-Z][\w-]*)(?=[^{};]*\{)/g)].map(([, one]) => one))
      const named = new Set([...uses.matchAll(/[.'\s]([a-zA-Z][\w-]*)/g)].map(([, one]) => one))
      return [...classes].filter((one) => !named.has(one)).map((one) => `${sheet} .${one}`)
    })
  expect(unused).toEqual([])
})
