import { isStrongPassword } from '#areas/access/contract/password.ts'

/** How much of the policy a password meets, worst first; `good` is accepted, `strong` is long besides. */
export const strengths = ['none', 'short', 'simple', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

export function strengthOf(password: string): Strength {
  if (password === '') return 'none'
  if (!isStrongPassword(password)) return password.length < 10 ? 'short' : 'simple'
  return password.length < 16 ? 'good' : 'strong'
}
