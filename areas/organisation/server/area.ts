import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { byRole, everyRow, withinReach } from '#kit/server/access/row-rule.ts'
import { listOptions } from '#kit/server/data/list-engine.ts'
import { defineResource, type Resources } from '#kit/server/data/resource.ts'
import { createRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { handle, type Area } from '#kit/server/http/area.ts'
import { actablePerimeters } from '#areas/organisation/contract/calls.ts'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { organisationRights } from '#areas/organisation/contract/rights.ts'
import { tag } from '#areas/organisation/contract/tag.ts'
import { en } from '#areas/organisation/locales/en.ts'
import { fr } from '#areas/organisation/locales/fr.ts'
import { endValues, properties, propertyCalls, propertyValues } from './properties.ts'
import { guardTree, keepClosure } from './tree.ts'

const reached = withinReach('id')

const perimeters = defineResource({
  def: perimeter,
  rules: {
    read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: reached, local_auditor: reached, contributor: reached }),
    // The new row is not in the reach that the session loaded; its parent is.
    create: byRole({ global_pilote: everyRow, local_pilote: withinReach('parent_id') }),
    update: byRole({ global_pilote: everyRow, local_pilote: reached }),
    delete: byRole({ global_pilote: everyRow }),
  },
  beforeWrite: async (context) => {
    await guardTree(context)
    await endValues(context)
  },
  afterWrite: keepClosure,
  importable: true,
})

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
const actable = defineResource({ ...perimeters, rules: { ...perimeters.rules, read: byRole({ global_pilote: everyRow, local_pilote: reached, contributor: reached }) } })

/** Every organisation begins with one root perimeter that bears its name. */
async function plantRoot(tx: Tx, resources: Resources): Promise<void> {
  const customer = await tx.first(sql<{ kind: string; name: string }>`select kind, name from customer where id = ${tx.customerId}`)
  if (customer?.kind !== 'ORGANISATION') return
  await createRow(tx, authorize(tx.who, 'perimeter.create'), perimeters, resources, { name_en: customer.name, name_fr: customer.name, identifier: 'ROOT' })
}

export const organisation: Area = {
  name: 'organisation',
  rights: organisationRights,
  resources: [perimeters, tags, properties, propertyValues],
  calls: (api, resources) => {
    propertyCalls(api, resources)
    handle(api, 'perimeter', actablePerimeters, async ({ tx, grant, query }) => ({ objects: await listOptions(tx, grant, actable, query) }))
  },
  handlers: { 'customer.created': (tx, _event, resources) => plantRoot(tx, resources) },
  locales: { en, fr },
}
