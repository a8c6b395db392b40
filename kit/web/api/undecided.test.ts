import { expect, test, vi } from 'vitest'
import { ApiError } from './client.ts'
import { isUndecided } from './undecided.ts'

test('what was kept waits on while nothing was said of it; only what the server says of it is a conflict', () => {
  vi.stubGlobal('navigator', { onLine: true })
  const refusal = (status: number, code: string) => isUndecided(new ApiError(status, { code, message: '' }))
  expect([refusal(0, 'NETWORK'), refusal(503, 'AWAY'), refusal(500, 'INTERNAL'), refusal(429, 'TOO_MANY'), isUndecided(new TypeError('fetch'))]).not.toContain(
    false,
  )
  // Signed out over night, terms to be accepted first, somebody else in another tab.
  expect([refusal(401, 'UNAUTHENTICATED'), refusal(403, 'PENDING_TERMS'), refusal(409, 'CONTEXT_CHANGED')]).not.toContain(false)
  expect([refusal(409, 'STALE'), refusal(400, 'INVALID'), refusal(403, 'FORBIDDEN'), refusal(404, 'NOT_FOUND')]).not.toContain(true)
  vi.unstubAllGlobals()
})
