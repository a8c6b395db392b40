import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { verifyPassword } from '#areas/access/server/index.ts'
import { everyAccount, providerCustomer } from '#areas/tenancy/server/index.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Env } from '#platform/env.ts'
import { keepSecret } from './first-run.ts'

type PasswordEnv = Pick<Env, 'demoPassword' | 'dataDir'>

/** The password of the first accounts. */
export class FirstPassword {
  readonly #env: PasswordEnv
  readonly #file: string
  #isNew = false

  constructor(env: PasswordEnv) {
    this.#env = env
    this.#file = join(env.dataDir, 'demo-password')
  }

  /** The given one, else one made at the first start and kept in the data folder, readable by its owner alone. */
  get(): string {
    const known = this.#known()
    if (known !== undefined) return known
    const password = `Vigie-${randomBytes(9).toString('base64url')}-1a`
    keepSecret(this.#file, password)
    this.#isNew = true
    return password
  }

  #known(): string | undefined {
    if (this.#env.demoPassword) return this.#env.demoPassword
    return existsSync(this.#file) ? readFileSync(this.#file, 'utf8').trim() : undefined
  }

  /** Where these people find their password, and whom of them it does not fit. The password itself is shown by the start that made it. */
  async lines(db: DatabaseAccess, emails: readonly string[]): Promise<string[]> {
    const known = this.#known()
    if (known === undefined) return ['with the password of the first start, or the one chosen since']
    const others = await strangersTo(db, known, emails)
    const where = this.#env.demoPassword
      ? ['with the password in VIGIE_DEMO_PASSWORD']
      : this.#isNew
        ? [`with the password ${known}`, `(kept in ${this.#file})`]
        : [`with the password in ${this.#file}`]
    return [...where, ...others.map((email) => `(${email} has another one, of an earlier start or chosen since: npm run link -- ${email})`)]
  }
}

/** Those whose password is not this one; each costs a tenth of a second. */
async function strangersTo(db: DatabaseAccess, password: string, emails: readonly string[]): Promise<string[]> {
  const accounts = await db.transaction(
    providerCustomer,
    (tx) =>
      tx.run(
        sql<{
          email: string
          password_hash: string | null
        }>`select a.email, a.password_hash from ${everyAccount} a where a.email = any(${emails}::text[]) order by a.id`,
      ),
    { provider: true },
  )
  const fit = await Promise.all(accounts.map(async ({ email, password_hash: hash }) => ({ email, fits: await verifyPassword(hash, password) })))
  return fit.flatMap(({ email, fits }) => (fits ? [] : [email]))
}
