import { sql } from 'kysely'
import { forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { InventoryLine, InventoryReport } from '#areas/assets/contract/inventory.ts'
import { supportingAssetRules } from '#areas/assets/server/rules.ts'
import { comparable } from './package-url.ts'
import { isPackage, planOf, type Plan, type Standing, type Wanted } from './plan.ts'
import type { Inventory } from './read.ts'

export interface InventoryTarget {
  readonly trial: boolean
  readonly perimeter: number | undefined
  readonly application: number | undefined
  /** Whether somebody said that the file is of this application all the same. */
  readonly confirmed: boolean
}

/** What a file changed, or would, without what was wrong with it; `asks`: what has to be said first, by the code of the question. */
export type InventoryOutcome = Omit<InventoryReport, 'faults' | 'fault_count' | 'hints' | 'hint_count' | 'asks'> & { readonly asks: InventoryQuestion | null }
export type InventoryQuestion = 'other_application' | 'nothing_in_common'

const t = rowRef('t')
type Row = Standing & { readonly perimeter_id: number; readonly application_id: number | null }

/** Brings the assets of one application to what its inventory says, or tells what that would change; undefined where nobody names the application. */
export async function importInventoryOf(tx: Tx, resources: Resources, inventory: Inventory, target: InventoryTarget): Promise<InventoryOutcome | undefined> {
  // Two files of one application are read one after the other.
  if (!target.trial) await takeTurn(tx, 'asset inventory')
  const application = await applicationOf(tx, inventory, target.application)
  if (!application && !inventory.application) return undefined
  if (application) await wholeInReach(tx, application.id)
  const parts = application ? await readAssets(tx, sql`t.application_id = ${application.id}`) : []
  const plan = planOf(inventory, application ?? null, parts)
  const asks = target.confirmed ? null : questionOf(inventory, application, parts, plan)
  const trial = target.trial || asks !== null
  const ids = trial ? plan.entries.map(({ line }) => line.id) : await keep(tx, resources, plan, inventory, application, target.perimeter)
  return { ...reportOf(plan, ids, trial ? (application?.id ?? null) : (ids.at(-1) ?? null)), asks }
}

/** Why a file may be of another application than the one that it would change. */
function questionOf({ application: own }: Inventory, application: Row | undefined, parts: readonly Row[], { entries }: Plan): InventoryQuestion | null {
  if (!application) return null
  if (own && application.key !== null && comparable(application.key) !== comparable(own.key) && application.name !== own.name) return 'other_application'
  return parts.length > 0 && entries.every(({ line }) => line.id === null) ? 'nothing_in_common' : null
}

/** The asset that people chose, or the one that an earlier file of the application made. */
async function applicationOf(tx: Tx, { application }: Inventory, chosen: number | undefined): Promise<Row | undefined> {
  if (chosen !== undefined) {
    const [found] = await readAssets(tx, sql`t.id = ${chosen} and t.application_id is null`)
    if (!found) throw notFound()
    return found
  }
  if (!application) return undefined
  if (isPackage(application.key)) {
    // Earlier releases kept package URLs as their tool wrote them.
    const packages = await readAssets(tx, sql`t.application_id is null and t.external_key like 'pkg:%'`)
    return packages.find(({ key }) => key !== null && comparable(key) === comparable(application.key))
  }
  const [found] = await readAssets(tx, sql`t.application_id is null and t.external_key = ${application.key}`)
  if (found) return found
  // Earlier releases knew an application by its reference in one file, which several may share: its name has to be the same.
  const [former, ...others] = await readAssets(
    tx,
    sql`t.application_id is null and t.external_key is not null and t.external_key not like 'pkg:%' and ${application.name} in (t.name_en, t.name_fr)`,
  )
  return others.length === 0 ? former : undefined
}

/** An application is brought up to date as a whole: what the reader does not find of it would be made a second time. Throws FORBIDDEN where some of it is out of reach. */
async function wholeInReach(tx: Tx, application: number): Promise<void> {
  const hidden = await tx.first(sql`select 1 from supporting_asset t
    where t.customer_id = ${tx.customerId} and t.application_id = ${application} and not coalesce(${asSql(supportingAssetRules.read(t, tx.who))}, false) limit 1`)
  if (hidden) throw forbidden('assets.inventory.errors.out_of_reach')
}

/** Assets that the reader may open, oldest first. */
const readAssets = (tx: Tx, which: ReturnType<typeof sql>): Promise<Row[]> =>
  tx.run(sql<Row>`select t.id, t.external_key as key, coalesce(${localizedText(t, 'name', tx.who.lang)}, '') as name, t.type, t.release, t.library, t.perimeter_id, t.application_id,
      array(select d.target_id from supporting_asset__dependencies d where d.customer_id = t.customer_id and d.owner_id = t.id order by d.target_id) as on
    from supporting_asset t where t.customer_id = ${tx.customerId} and ${which} and ${asSql(supportingAssetRules.read(t, tx.who))} order by t.id`)

/** Writes a plan; answers the ids of its entries, and last that of the application. As many statements for a thousand components as for one. */
async function keep(
  tx: Tx,
  resources: Resources,
  { application: head, entries }: Plan,
  inventory: Inventory,
  application: Row | undefined,
  perimeter: number | undefined,
): Promise<(number | null)[]> {
  const resource = resourceOf(resources, 'supporting_asset')
  const grant = authorize(tx.who, 'supporting_asset.write')
  const action = 'inventory'
  const place = perimeter ?? application?.perimeter_id
  if (place === undefined) throw invalidField('perimeter', 'kit.errors.mandatory')
  const fresh = (line: InventoryLine, rest: object) => ({
    name_en: line.name,
    type: line.type,
    perimeter: place,
    release: line.release,
    external_key: line.key,
    ...rest,
  })
  const [begun] = application || !head ? [] : await createRows(tx, grant, resource, resources, [fresh(head.line, {})], { action })
  const root = application?.id ?? begun?.id
  if (root === undefined) throw notFound()
  const made = await createRows(
    tx,
    grant,
    resource,
    resources,
    entries.flatMap(({ line, library }) => (line.id === null ? [fresh(line, { application: root, library })] : [])),
    { action },
  )
  const fromNew = made.values()
  const ids = entries.map(({ line }) => line.id ?? fromNew.next().value?.id ?? null)
  const dependencies = ({ retained, entries: places }: Wanted) => [...new Set([...retained, ...places.flatMap((at) => ids[at] ?? [])])]
  const key = application && inventory.application && application.key !== inventory.application.key ? { external_key: inventory.application.key } : {}
  const updates = [
    ...(head ? [{ id: root, changes: { dependencies: dependencies(head.wanted), release: head.line.release, ...key } }] : []),
    ...entries.flatMap(({ line, wanted, library, renoted }, at) => {
      const id = ids[at]
      if (id === null || id === undefined || (line.state === 'UNCHANGED' && !renoted)) return []
      return [{ id, changes: { dependencies: dependencies(wanted), release: line.release, ...(renoted && { external_key: line.key, library }) } }]
    }),
  ]
  await updateRows(
    tx,
    grant,
    resource,
    resources,
    updates.toSorted((a, b) => a.id - b.id),
    { action },
  )
  return [...ids, root]
}

function reportOf({ application, entries, gone }: Plan, ids: readonly (number | null)[], head: number | null): Omit<InventoryOutcome, 'asks'> {
  const lines = [...(application ? [{ ...application.line, id: head }] : []), ...entries.map(({ line }, at) => ({ ...line, id: ids[at] ?? null })), ...gone]
  const count = (state: InventoryLine['state']) => lines.filter((line) => line.state === state).length
  return {
    application: application && head !== null ? { id: head, name: application.line.name } : null,
    counts: { new: count('NEW'), changed: count('CHANGED'), unchanged: count('UNCHANGED'), gone: count('GONE') },
    lines,
  }
}
