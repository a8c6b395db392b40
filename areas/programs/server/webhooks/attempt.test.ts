import { expect, test } from 'vitest'
import { nextAfter, retryAfter, untilGivenUp } from './attempt.ts'
import { signedHeaders } from './sign.ts'

const now = new Date('2026-11-30T12:00:00Z')
const answered = (after?: string) => ({ headers: after === undefined ? null : { 'retry-after': after } })

test('a signature is that of the specification’s own example', () => {
  const headers = signedHeaders(['whsec_plJ3nmyCDGBKInavdOK15jsl'], 'msg_loFOjxBNrRLzqYUf', new Date(1_731_705_121_000), '{"event_type":"ping"}')
  expect(headers).toEqual({
    'webhook-id': 'msg_loFOjxBNrRLzqYUf',
    'webhook-timestamp': '1731705121',
    'webhook-signature': 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
  })
})

test('it is waited longer each time, a day in all, a tenth more or less by chance', () => {
  for (const [n, usual] of retryAfter.entries()) {
    expect(nextAfter(n + 1, answered(), now, 0.5)).toBeCloseTo(usual)
    expect(nextAfter(n + 1, answered(), now, 0)).toBeCloseTo(0.9 * usual)
    expect(nextAfter(n + 1, answered(), now, 0.999_999)).toBeCloseTo(1.1 * usual, 0)
  }
  expect(nextAfter(retryAfter.length + 1, answered(), now)).toBeNull()
  expect(untilGivenUp(0) / 3600).toBeGreaterThan(24)
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
