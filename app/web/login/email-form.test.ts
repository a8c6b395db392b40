import { expect, test } from 'vitest'
import { z } from 'zod'
import { emailForm } from './email-form.ts'

const typed = [
  'a@b.fr',
  'Ada.Lovelace+sign-in@sub.example.co.uk',
  "o'hara@example.com",
  '_x-1@a-b.example',
  '1@2.example',
  'A@B.EXAMPLE',
  '',
  'a',
  'a@b',
  'a@@b.fr',
  'a b@c.fr',
  '.a@b.fr',
  'a.@b.fr',
  'a..b@c.fr',
  'a@b..fr',
  'a@-b.fr',
  'a@b.f',
  'a@b.f1',
  'a@b.fr.',
  'andré@example.fr',
  'a@exämple.fr',
  'a@b.fr\u200b',
  '"a"@b.fr',
  'a＠b.fr',
  'a@[1.2.3.4]',
  'K@b.fr',
]

test('an address is one to a page when it is one to the server', () => {
  expect(typed.map((text) => [text, emailForm.test(text)])).toEqual(typed.map((text) => [text, z.email().safeParse(text).success]))
})
