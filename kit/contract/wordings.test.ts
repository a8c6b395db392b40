import { expect, test } from 'vitest'
import { likeness, otherWordings } from './wordings.ts'

const groups = [
  ['MFA', 'strong authentication', 'authentification multifacteur'],
  ['authentication', 'sign-in'],
]

test('a word for a thing finds the others, within what else is looked for', () => {
  expect(otherWordings('mfa', groups)).toEqual(['strong authentication', 'authentification multifacteur'])
  expect(otherWordings('Authentification multi-facteur', groups)).toEqual([])
  expect(otherWordings('MFA du VPN', groups)).toEqual(['strong authentication du vpn', 'authentification multifacteur du vpn'])
})

test('part of a word is no word, and what means nothing else stays as it is', () => {
  expect(otherWordings('mf', groups)).toEqual([])
  expect(otherWordings('mfas', groups)).toEqual([])
  expect(otherWordings('', groups)).toEqual([])
})

test('beginnings go first, then beginnings of words, then what stands within', () => {
  const order = ['Radioactions', 'Toutes les actions', 'Actions par étiquette', 'Risques']
  expect(order.map((text) => likeness(text, 'action'))).toEqual([2, 1, 0, undefined])
  expect(likeness('Règles de sécurité', 'secu regl')).toBe(1)
  expect(likeness('Plan d’action', 'action')).toBe(1)
  expect(likeness('Anything', '')).toBe(0)
})
