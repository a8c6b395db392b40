import { sql } from 'kysely'
import { adopt } from '#areas/catalog/server/shared/adopt.ts'
import { applyTo } from '#areas/policies/server/applications.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { adoptPolicy } from '#areas/policies/server/shared/adopt.ts'
import { openDraft, publish } from '#areas/policies/server/versions.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Organisation } from '#demo/content/types.ts'
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

/** An organisation copies models, with the metrics that its indicators need. */
export async function adoptModels(site: Site, { day, models }: NonNullable<Organisation['adoptsModels']>): Promise<void> {
  await seedCatalog(site.ground.db, site.ground.resources)
  await site.at(day, site.pilot, async ({ tx, resources }) => {
    for (const [entity, identifier] of models) {
      const original = sql<{ id: number }>`select id from ${sql.id('shared', entity)} where catalog_type = 'PUBLIC' and identifier = ${identifier}`
      await adopt(tx, resources, entity, [await idOf(tx, original)])
    }
  })
}

/** What the provider asks of an indicator since: whoever copied its model before sees the difference. */
const raised = {
  identifier: 'BACKUP_RATE',
  changes: {
    description_en: 'Share of the planned backups that ended without an error. One that nobody read back counts as failed.',
    description_fr: 'Part des sauvegardes prévues qui se sont terminées sans erreur. Une sauvegarde que personne n’a relue compte comme un échec.',
    target_value: 100,
  },
} as const

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
    const model = await idOf(tx, sql<{ id: number }>`select id from indicator_model where customer_id = ${customerId} and identifier = ${raised.identifier}`)
    await updateRow(tx, authorize(tx.who, 'indicator_model.write'), resourceOf(resources, 'indicator_model'), resources, model, raised.changes)
  })
}

async function idOf(tx: Tx, query: ReturnType<typeof sql<{ id: number }>>): Promise<number> {
  const row = await tx.first(query)
  if (!row) throw new Error('The shared catalog is not as it ships')
  return row.id
}
