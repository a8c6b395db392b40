import { expect, test } from 'vitest'
import { endOf } from './name-end.ts'

test.each([
  ['Head office', 'Head office', ''],
  ['Industrial network, Katowice', 'Industrial network, ', 'Katowice'],
  ['Tessandre Deutschland GmbH', 'Tessandre Deutschland ', 'GmbH'],
  ['Industrial network, Saint-Étienne', 'Industrial network, Saint', '-Étienne'],
  ['Sauvegarde des automates de Gent 2', 'Sauvegarde des automates ', 'de Gent 2'],
  ['Donaudampfschifffahrtsgesellschaft', 'Donaudampfschifffahrtsgesell', 'schaft'],
])('%s keeps its end', (name, begin, end) => {
  expect([name.slice(0, endOf(name)), name.slice(endOf(name))]).toEqual([begin, end])
})
