import type { Challenge } from 'altcha-lib'
import { useEffect, useState } from 'react'
import { api } from '#kit/web/api/client.ts'
import { loadCode } from '#kit/web/api/load-code.ts'
import { whileUnderWay } from '#kit/web/pending-work.ts'

export type Captcha = { readonly state: 'working' | 'failed' | 'insecure' } | { readonly state: 'solved'; readonly token: string }

/** Puzzles end after ten minutes; a token that old is not worth sending. */
const freshFor = 9 * 60_000

async function solve(signal: AbortSignal): Promise<string> {
  const [{ object: challenge }, { solveChallenge }, { deriveKey }] = await Promise.all([
    api.get<{ object: Challenge }>('/auth/captcha', { signal }),
    loadCode(() => import('altcha-lib')),
    loadCode(() => import('altcha-lib/algorithms/web/pbkdf2')),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The puzzle has no solution')
  return btoa(JSON.stringify({ challenge, solution }))
}

/** Solves a puzzle of the server's while the person types; `again` begins another, since each is worth one call. */
export function useCaptcha(): { readonly captcha: Captcha; readonly again: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ state: 'working' })
  const [round, setRound] = useState(0)
  useEffect(() => {
    // Browsers lend their arithmetic to secure pages alone.
    if (!globalThis.isSecureContext) {
      setCaptcha({ state: 'insecure' })
      return
    }
    const left = new AbortController()
    setCaptcha({ state: 'working' })
    whileUnderWay(solve(left.signal)).then(
      (token) => {
        if (!left.signal.aborted) setCaptcha({ state: 'solved', token })
      },
      () => {
        if (!left.signal.aborted) setCaptcha({ state: 'failed' })
      },
    )
    const timer = setTimeout(() => setRound((now) => now + 1), freshFor)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [round])
  return { captcha, again: () => setRound((now) => now + 1) }
}
