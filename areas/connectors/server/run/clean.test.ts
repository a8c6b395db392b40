import { expect, test } from 'vitest'
import { clean } from './clean.ts'

const label = { en: 'Field', fr: 'Champ' }
const fields = [
  { name: 'user', type: 'text', label, required: true },
  { name: 'token', type: 'password', label, required: true },
] as const

test('a secret is taken out in every form in which it was sent, with the name beside it too', () => {
  const told = clean({ fields }, { user: 'anna@example.org', token: 'p/ss+word7' })
  const pair = Buffer.from('anna@example.org:p/ss+word7')
  for (const form of ['p/ss+word7', 'p%2Fss%2Bword7', pair.toString('base64'), pair.toString('base64url'), Buffer.from(':p/ss+word7').toString('base64')])
    expect(told(`Basic ${form} is not known`)).toBe('Basic ••• is not known')
})

test('nothing that moves a cursor or breaks a line is left', () => {
  expect(clean({ fields }, {})('one\u001b[31mtwo\r\nthree\u0000\u0085four')).toBe('one [31mtwo three four')
})
