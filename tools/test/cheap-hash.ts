import { hash } from '@node-rs/argon2'

const known = new Map<string, Promise<string>>()

/**
 * A hash that sign-in accepts and that costs next to nothing to check, since a hash names its own cost: people of tests sign in thousands of times.
 * What the product itself hashes, and what it checks for addresses that nobody has, stays as dear as it is.
 */
export function cheapHash(password: string): Promise<string> {
  const made = known.get(password) ?? hash(password.normalize('NFKC'), { memoryCost: 8, timeCost: 1, parallelism: 1 })
  known.set(password, made)
  return made
}
