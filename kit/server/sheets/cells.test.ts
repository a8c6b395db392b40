import { expect, test } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { writtenKeuro, writtenPercent } from '#kit/contract/with-unit.ts'
import { cellOf } from './cells.ts'
import { unitFormats } from './xlsx.ts'

/** What Excel shows of 85 in a unit. */
function shown(unit: 'percent' | 'keuro', lang: Language): string {
  const words = { lang, translate: String, choice: String, offered: () => [] }
  const cell = cellOf('share', { kind: 'integer', options: { unit } }, 85, words, 'UTC')
  if (cell === null || typeof cell !== 'object' || !('amount' in cell)) throw new Error('A number in a unit is an amount')
  return unitFormats[cell.unit].replace(/^(?:0|General)/, String(cell.amount)).replaceAll('"', '')
}

test('a cell shows a share and an amount as screens and documents write them, in each language', () => {
  expect(languages.map((lang) => [shown('percent', lang), shown('keuro', lang)])).toEqual(
    languages.map((lang) => [writtenPercent(85, lang), writtenKeuro(85, lang)]),
  )
  expect(languages.map((lang) => shown('percent', lang))).toEqual(['85%', '85\u00a0%'])
})
