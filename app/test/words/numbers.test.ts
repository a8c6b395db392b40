import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writtenPercent } from '#kit/contract/with-unit.ts'
import { texts } from './texts.ts'

test('servers write numbers and dates by the formatters of the contract, as screens do', () => {
  const own = globSync('{app,areas}/**/server/**/*.ts').filter((file) =>
    /new Intl\.(Number|DateTime)Format|\.toLocale(Date|Time)?String\(/.test(readFileSync(file, 'utf8')),
  )
  expect(own.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
})

test('percents are written by the formatter alone: no text brings the sign of a figure put into it, and no screen', () => {
  expect([...texts.en, ...texts.fr].filter(([, text]) => /[}#][ \u00a0\u202f]?%/.test(text))).toEqual([])
  // Without a space it is a width of CSS.
  const drawn = globSync('{app,kit,areas}/**/*.tsx').filter((file) => /\}(?: |&nbsp;|\u00a0)%/.test(readFileSync(file, 'utf8')))
  expect(drawn.filter((file) => !file.endsWith('.test.tsx'))).toEqual([])
})

test('English writes the percent sign against its figure, French after a no-break space', () => {
  expect([writtenPercent(85.5, 'en'), writtenPercent(85.25, 'fr', 1), writtenPercent(-3, 'fr')]).toEqual(['86%', '85,3\u00a0%', '−3\u00a0%'])
})
