import { sql } from 'kysely'
import { checkFigures } from '#kit/contract/check.ts'
import { AppError } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { byRole, everyRow } from '#kit/server/access/row-rule.ts'
import { listOptions } from '#kit/server/data/lists/list-engine.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource, resourceOf, type Resources, type SettleContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { handle, on, type Area } from '#kit/server/http/area.ts'
import { customerCreated } from '#areas/tenancy/contract/events.ts'
import { actablePerimeters } from '#areas/organisation/contract/calls.ts'
import { perimeterChecks } from '#areas/organisation/contract/checks.ts'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { organisationRights } from '#areas/organisation/contract/rights.ts'
import { tag } from '#areas/organisation/contract/tag.ts'
import { en } from '#areas/organisation/locales/en.ts'
import { fr } from '#areas/organisation/locales/fr.ts'
import { perimeterRowChecks } from './checks.ts'
import { endValues, properties, propertyCalls, propertyValues } from './properties.ts'
import { perimeterRules, reached } from './rules.ts'
import { guardTree, keepClosure, perimeterQuotas, treeTurn } from './tree.ts'
import { quotaCounts } from '#areas/tenancy/server/index.ts'

const perimeters = defineResource({
  def: perimeter,
  rules: perimeterRules,
  derived: {
    tags: (
      row,
      lang,
    ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', ${localizedText(rowRef('g'), 'name', lang)}, 'color', g.color) order by g.id), '[]')
      from perimeter__tags l join tag g on g.customer_id = l.customer_id and g.id = l.target_id where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')})`,
  },
  beforeWrite: async (context) => {
    await guardTree(context)
    await endValues(context)
  },
  checks: perimeterRowChecks,
  afterWrite: keepClosure,
  turn: treeTurn,
  importing: { needs: ['parent'], also: ['tags'], settle: keepTags },
})

/** Lists a perimeter in exactly these groupings: each of them is written as if somebody had opened it. */
async function keepTags({ tx, resources, id, given }: SettleContext): Promise<void> {
  const wanted = given.tags as readonly number[]
  const resource = resourceOf(resources, 'tag')
  const grant = authorizeVerb(tx, resource, 'update')
  const listed = await tx.run(sql<{
    id: number
    perimeters: number[]
  }>`select t.id, array(select l.target_id from tag__perimeters l where l.customer_id = t.customer_id and l.owner_id = t.id order by 1) as perimeters
    from tag t where t.customer_id = ${tx.customerId} and (t.id = any(${wanted}::bigint[])
      or exists (select 1 from tag__perimeters l where l.customer_id = t.customer_id and l.owner_id = t.id and l.target_id = ${id})) order by t.id`)
  for (const { id: tagId, perimeters: before } of listed) {
    const others = before.filter((one) => one !== id)
    const perimeters = wanted.includes(tagId) ? [...others, id] : others
    if (perimeters.length !== before.length) await updateRow(tx, grant, resource, resources, tagId, { perimeters })
  }
}

const tags = defineResource({
  def: tag,
  rules: { read: everyRow, create: everyRow, update: everyRow, delete: everyRow },
  beforeWrite: async ({ tx, verb, before }) => {
    if (verb !== 'delete') return
    const attached = await tx.first(sql`select 1 from tag__perimeters where customer_id = ${tx.customerId} and owner_id = ${before?.id} limit 1`)
    if (attached) throw new AppError('IN_USE', 'organisation.errors.tag_in_use')
  },
})

/** Perimeters as a select offers them to whoever is to do something there. */
const actable = defineResource({
  ...perimeters,
  rules: { ...perimeters.rules, read: byRole({ global_pilote: everyRow, local_pilote: reached, contributor: reached }) },
})

/** Every organisation begins with one root perimeter that bears its name. */
async function plantRoot(tx: Tx, resources: Resources): Promise<void> {
  const customer = await tx.first(sql<{ kind: string; name: string }>`select kind, name from customer where id = ${tx.customerId}`)
  if (customer?.kind !== 'ORGANISATION') return
  await createRow(tx, authorize(tx.who, 'perimeter.create'), perimeters, resources, { name_en: customer.name, name_fr: customer.name, identifier: 'ROOT' })
}

export const organisation: Area = {
  name: 'organisation',
  rights: organisationRights,
  tables: ['perimeter_closure'],
  resources: [perimeters, tags, properties, propertyValues],
  extensions: perimeterQuotas.map(quotaCounts.with),
  figures: checkFigures(perimeterChecks),
  calls: (api, resources) => {
    propertyCalls(api, resources)
    handle(api, 'perimeter', actablePerimeters, async ({ tx, grant, query }) => ({ objects: await listOptions(tx, grant, actable, query) }))
  },
  handlers: [on(customerCreated, (tx, _event, resources) => plantRoot(tx, resources))],
  exposes: { perimeters: 'perimeter', groupings: 'tag' },
  locales: { en, fr },
}
