import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { nextAfter, retryAfter, untilGivenUp } from './attempt.ts'
import { newWebhookSecret, signedHeaders } from './sign.ts'

const now = new Date('2026-11-30T12:00:00Z')
const answered = (after?: string) => ({ headers: after === undefined ? null : { 'retry-after': after } })

test('signatures are those that the specification’s own library makes', () => {
  const [id, at, body] = ['msg_1', new Date(1_731_705_121_000), '{"name":"Écluse 😀"}']
  const secrets = [newWebhookSecret(), newWebhookSecret()]
  expect(signedHeaders(secrets, id, at, body)).toEqual({
    'webhook-id': id,
    'webhook-timestamp': '1731705121',
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  })
})

test('it is waited longer each time, about a day in all, a tenth more or less by chance', () => {
  for (const [n, usual] of retryAfter.entries()) {
    expect(nextAfter(n + 1, answered(), now, 0.5)).toBeCloseTo(usual)
    expect(nextAfter(n + 1, answered(), now, 0)).toBeCloseTo(0.9 * usual)
    expect(nextAfter(n + 1, answered(), now, 0.999_999)).toBeCloseTo(1.1 * usual, 0)
  }
  expect(nextAfter(retryAfter.length + 1, answered(), now)).toBeNull()
  expect(untilGivenUp(0) / 3600).toBeGreaterThan(23)
  expect(untilGivenUp(0) / 3600).toBeLessThan(25)
})

test.each([
  ['120', 120],
  [' 120 ', 120],
  ['Mon, 30 Nov 2026 12:10:00 GMT', 600],
  ['Mon, 30 Nov 2026 11:00:00 GMT', 5],
  ['1', 5],
  ['soon', 5],
  ['-5', 5],
  ['1e9', 5],
  ['999999999', 86_400],
  ['9999999999999', 5],
])('a receiver that asks for %j is left in peace for so many seconds', (text, seconds) => expect(nextAfter(1, answered(text), now, 0.5)).toBeCloseTo(seconds))
