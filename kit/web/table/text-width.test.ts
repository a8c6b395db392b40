import { expect, test } from 'vitest'
import { textWidth } from './text-width.ts'

test('a line is reckoned within a twelfth of what a browser draws', () => {
  // As Chromium measures Inter at 13 pixels.
  const drawn: [string, number][] = [
    ['Direction informatique', 136],
    ['Camille Deschamps', 121],
    ['Déployer l’authentification multifacteur sur les accès distants', 374],
    ['12/11/2026', 65],
    ['PC-27001-2022-A.5.1', 131],
  ]
  for (const [text, width] of drawn) expect(textWidth(text) / width, text).toSatisfy((part: number) => part > 0.97 && part < 1.08)
})

test('smaller letters take less', () => {
  expect(textWidth('Direction', 12)).toBeCloseTo((textWidth('Direction') / 13) * 12)
})
