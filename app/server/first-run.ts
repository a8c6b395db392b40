import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { newPasswordSchema } from '#areas/access/contract/password.ts'
import { hashPassword } from '#areas/access/server/index.ts'
import { createInstallation, createMember } from '#areas/people/server/index.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { seedQuestionnaires } from '#areas/questionnaires/server/index.ts'
import { createCustomer, installationIsEmpty } from '#areas/tenancy/server/index.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { DatabaseAccess } from '#kit/server/data/database/database.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Api } from '#kit/server/http/api.ts'
import { consume, placeOf } from '#kit/server/http/rate-limit.ts'
import { demonstrationState, type DemonstrationState } from './demonstration-state.ts'

const name = z.string().trim().min(1).max(128)
const firstRunBody = z.strictObject({
  code: z.string().max(200),
  organisation: name,
  firstname: name,
  lastname: name,
  email: z.email().max(254),
  password: newPasswordSchema,
  lang: z.enum(languages),
})

/**
 * The first administrator of an empty installation, made by whoever holds the code that the start printed: they administer the installation and pilot
 * its first organisation. Once there is an installation these calls are not found.
 */
export function firstRunCalls(api: Api, resources: Resources, code: string | undefined, demonstration: () => DemonstrationState): void {
  const { db } = api.ports
  const operation = { path: '/first_run', tag: 'first_run', access: 'public' as const }

  api.addRaw(
    {
      ...operation,
      method: 'GET',
      summary: 'Tell whether the installation still waits for its first administrator, and how far the demonstration is built that a start brings in',
      answer: z.object({ needed: z.boolean(), demonstration: demonstrationState }),
    },
    async () => ({ ok: true, needed: code !== undefined && (await installationIsEmpty(db)), demonstration: demonstration() }),
  )

  api.addRaw(
    {
      ...operation,
      method: 'POST',
      summary: 'Create the first administrator and organisation',
      body: firstRunBody,
      answer: z.object({ message: z.string().optional() }),
    },
    async ({ request, body }) => {
      await consume(db, `first-run:${placeOf(request)}`, 10, 60)
      if (code === undefined || !(await installationIsEmpty(db))) throw notFound()
      const given: z.output<typeof firstRunBody> = body
      if (!same(given.code, code)) throw new AppError('FORBIDDEN', 'access.errors.setup_code')
      await createFirst(db, resources, given)
      return { ok: true, message: api.translateFor(request, 'kit.messages.created') }
    },
  )
}

async function createFirst(db: DatabaseAccess, resources: Resources, o: z.output<typeof firstRunBody>): Promise<void> {
  const passwordHash = await hashPassword(o.password)
  await createInstallation(db, resources, { name: o.organisation, passwordHash, rootEmail: o.email, lang: o.lang })
  await seedCatalog(db, resources)
  await seedQuestionnaires(db, resources)
  const customer = await createCustomer(db, { name: o.organisation, lang: o.lang, begins: true })
  await db.transaction(customer, async (tx) => {
    tx.act(systemWho(customer, 'first-run', 'first-run', o.lang))
    await createMember(tx, resources, { email: o.email, firstname: o.firstname, lastname: o.lastname, roles: ['global_pilote'], lang: o.lang, passwordHash })
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

const codeFile = (dataDir: string) => join(dataDir, 'setup-code')

/** The code that lets somebody create the first administrator, made once and kept in the data folder, readable by its owner alone. */
export function setupCode(dataDir: string): string {
  const file = codeFile(dataDir)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const code = randomBytes(12).toString('base64url')
  keepSecret(file, code)
  return code
}

/** Writes a secret for its owner alone; a server that is given its key and its database may not have made its folder yet. */
export function keepSecret(file: string, secret: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
}

/** A used code is worth nothing and goes. */
export const forgetSetupCode = (dataDir: string): void => rmSync(codeFile(dataDir), { force: true })
