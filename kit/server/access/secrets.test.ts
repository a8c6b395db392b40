import { expect, test } from 'vitest'
import { Secrets } from './secrets.ts'

const secrets = new Secrets(Buffer.alloc(32, 1))

test('what is sealed comes back, looks different each time, and opens for its purpose and key alone', () => {
  const sealed = secrets.seal('mfa', 'JBSWY3DPEHPK3PXP')
  expect(secrets.open('mfa', sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(secrets.seal('mfa', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  expect(() => secrets.open('saml', sealed)).toThrow()
  expect(() => new Secrets(Buffer.alloc(32, 2)).open('mfa', sealed)).toThrow()
})

test('a sealed text that was changed by one bit does not open', () => {
  const bytes = Buffer.from(secrets.seal('mfa', 'secret'), 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => secrets.open('mfa', changed.toString('base64url')), String(at)).toThrow()
  }
})

test('digests differ by purpose', () => {
  expect(secrets.hmac('a', 'x').equals(secrets.hmac('b', 'x'))).toBe(false)
  expect(secrets.hmac('a', 'x').equals(secrets.hmac('a', 'x'))).toBe(true)
})

test('after the key was changed, what a former one sealed still opens and can be sealed anew; nothing is sealed with it any more', () => {
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const sealed = new Secrets(old).seal('mfa', 'secret')
  const changed = new Secrets(next, [old])
  expect(changed.open('mfa', sealed)).toBe('secret')
  const anew = changed.reseal('mfa', sealed) ?? ''
  expect(new Secrets(next).open('mfa', anew)).toBe('secret')
  expect(changed.reseal('mfa', anew)).toBeNull()
  expect(() => new Secrets(old).open('mfa', anew)).toThrow()
  expect(changed.hmacs('a', 'x')).toEqual([new Secrets(next).hmac('a', 'x'), new Secrets(old).hmac('a', 'x')])
})
