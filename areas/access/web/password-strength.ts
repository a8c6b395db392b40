import { isStrongPassword } from '#areas/access/contract/password.ts'

export type Strength = 0 | 1 | 2 | 3 | 4

/** How much of the policy a password meets, for a meter: 0 for nothing typed, 3 once it is accepted, 4 when it is long besides. */
export function strengthOf(password: string): Strength {
  if (password === '') return 0
  if (!isStrongPassword(password)) return password.length < 10 ? 1 : 2
  return password.length < 16 ? 3 : 4
}
