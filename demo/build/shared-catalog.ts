import { sql } from 'kysely'
import { applyTo } from '#areas/policies/server/applications.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { adoptPolicy } from '#areas/policies/server/shared/adopt.ts'
import { openDraft, publish } from '#areas/policies/server/versions.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf } from '#kit/server/data/resource.ts'
import { updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { timeZone, type Ground, type Site } from './site.ts'

const essentials = 'urn:vigie:essentials'

/** An organisation copies what ships with the product and follows it in its root, without effect on its score until it has decided about the measures. */
export async function adoptEssentials(site: Site, day: number): Promise<void> {
  await seedCatalog(site.ground.db, site.ground.resources)
  const root = site.content.perimeters.find(({ parent }) => parent === null)
  await site.at(day, site.pilot, async ({ tx, resources }) => {
    const shared = await tx.first(sql<{ id: number }>`select id from shared.policy where catalog_type = 'PUBLIC' and provider = 'Vigie' order by id limit 1`)
    const copy = shared && (await adoptPolicy(tx, resources, shared.id))
    if (!copy || !root) throw new Error(`${site.content.name} found nothing to adopt`)
    await applyTo(tx, resources, copy.id, [site.id('perimeter', root.key)], { weight: 0, application_level: 1 })
  })
}

/** What the provider says more precisely since, in a version of its own: whoever copied it before is told. */
const sharpened = {
  identifier: '5.1',
  description_en: 'Deadlines depend on gravity and exposure: three days for what is being exploited. What misses them is known and isolated.',
  description_fr: 'Les délais dépendent de la gravité et de l’exposition : trois jours pour une faille exploitée. Ce qui les dépasse est connu et isolé.',
} as const

/** The provider publishes the next version of what ships with the product. */
export async function publishNewer({ db, resources }: Ground): Promise<void> {
  const [catalog] = await db.alone<{ id: number | null }>('select public_catalog() as id')
  const customerId = catalog?.id
  if (!customerId) return
  await db.transaction(customerId, async (tx) => {
    tx.act(systemWho(customerId, 'demonstration', 'demonstration', 'en', timeZone))
    const policy = await idOf(tx, sql<{ id: number }>`select id from policy where customer_id = ${customerId} and urn = ${essentials}`)
    const draft = await openDraft(tx, resources, policy)
    const { identifier, ...texts } = sharpened
    const control = await idOf(
      tx,
      sql<{ id: number }>`select id from control where customer_id = ${customerId} and policy_version_id = ${draft} and identifier = ${identifier}`,
    )
    await updateRow(tx, authorize(tx.who, 'policy.write'), resourceOf(resources, 'control'), resources, control, texts)
    await publish(tx, resources, draft)
  })
}

async function idOf(tx: Tx, query: ReturnType<typeof sql<{ id: number }>>): Promise<number> {
  const row = await tx.first(query)
  if (!row) throw new Error('The shared catalog is not as it ships')
  return row.id
}
