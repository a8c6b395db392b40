import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { keepOrigins } from '#kit/server/data/store/copies.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import {
  adoptModels,
  foreseeAdoption,
  listSharedModels,
  readSharedModel,
  renewModel,
  shareBusinessValueModel,
  shareIndicatorModel,
  shareMetricModel,
  shareRemediationModel,
  shareRiskModel,
  shareRuntaskModel,
  shareSupportingAssetModel,
  sharedLimit,
  type Brought,
  type ModelKind,
  type SharedModel,
  type SharedModelWhole,
} from '#areas/catalog/contract/shared.ts'
import { adopt, adoptionTurn, adoptParts, sharedRows } from './adopt.ts'
import { share } from './calls.ts'
import { broughtBy, compareModel } from './compare.ts'
import { joinOwn, sharedColumns } from './own-copy.ts'
import { ownLevels } from './own-levels.ts'
import { partsOf, plainColumns } from './parts.ts'

/** Models that others share, of any kind: looked at, adopted with what belongs to them, brought up to date. */
export function modelCalls(api: Api, resources: Resources): void {
  handle(api, 'shared_catalog', listSharedModels, async ({ tx, params }) => ({ objects: await select(tx, kindOf(params)) }))
  handle(api, 'shared_catalog', readSharedModel, async ({ tx, params }) => ({ object: await readWhole(tx, resources, kindOf(params), params.id) }))
  handle(api, 'shared_catalog', foreseeAdoption, async ({ tx, params, body }) => ({ objects: await broughtBy(tx, resources, kindOf(params), body.ids) }))
  handle(api, 'shared_catalog', adoptModels, async ({ tx, params, body, translate }) => {
    const { objects, made } = await adoptAll(tx, resources, kindOf(params), body.ids)
    return { message: translate('catalog.messages.adopted', { count: made }), objects, made }
  })
  handle(api, 'shared_catalog', renewModel, async ({ tx, params, body, translate }) => ({
    message: translate('kit.messages.saved'),
    object: await renew(tx, resources, kindOf(params), body),
  }))
  for (const [entity, call] of Object.entries({
    runtask_model: shareRuntaskModel,
    metric_model: shareMetricModel,
    indicator_model: shareIndicatorModel,
    remediation_model: shareRemediationModel,
    risk_model: shareRiskModel,
    supporting_asset_model: shareSupportingAssetModel,
    business_value_model: shareBusinessValueModel,
  }))
    handle(api, entity, call as typeof shareRuntaskModel, async ({ tx, params, body, translate }) => ({
      message: translate('kit.messages.saved'),
      object: await share(tx, resources, entity, params.id, body),
    }))
}

const kindOf = (params: object): ModelKind => (params as { entity: ModelKind }).entity

const select = async (tx: Tx, entity: ModelKind): Promise<SharedModel[]> =>
  (
    await tx.run(sql<Omit<SharedModel, 'entity'>>`select ${sharedColumns(tx)} from ${sql.id('shared', entity)} s ${joinOwn(tx, entity)}
    order by s.identifier, s.id limit ${sharedLimit}`)
  ).map((row) => ({ ...row, entity }))

async function readWhole(tx: Tx, resources: Resources, entity: ModelKind, id: number): Promise<SharedModelWhole> {
  const [row] = await tx.run(
    sql<Omit<SharedModel, 'entity'>>`select ${sharedColumns(tx)} from ${sql.id('shared', entity)} s ${joinOwn(tx, entity)} where s.id = ${id}`,
  )
  const [shared] = await sharedRows(tx, entity, [id])
  if (!row || !shared) throw notFound()
  const own = row.own
    ? await tx.first(sql<Changes & { id: number }>`select * from ${sql.table(entity)} where customer_id = ${tx.customerId} and id = ${row.own.id}`)
    : undefined
  return {
    ...row,
    entity,
    fields: await compareModel(tx, resources, entity, shared, own),
    brings: (await broughtBy(tx, resources, entity, [id])).filter(({ asked }) => !asked),
  }
}

/** All of them or none: one that is not shared is not there. */
async function adoptAll(tx: Tx, resources: Resources, entity: ModelKind, ids: readonly number[]): Promise<{ objects: Brought[]; made: number }> {
  authorizeVerb(tx, resourceOf(resources, entity), 'create')
  let made = 0
  const copies = await adopt(tx, resources, entity, [...new Set(ids)], { made: () => (made += 1) })
  if (ids.some((id) => !copies.has(id))) throw notFound()
  return { objects: await broughtBy(tx, resources, entity, ids), made }
}

interface Renewal {
  readonly id: number
  readonly version?: number | undefined
}

/** What the organisation linked to its copy stays, and what the original links is added. Throws CONFLICT when nothing is shared any more. */
async function renew(tx: Tx, resources: Resources, entity: ModelKind, { id, version }: Renewal): Promise<{ id: number; changed: string[] }> {
  const resource = resourceOf(resources, entity)
  const grant = authorizeVerb(tx, resource, 'update')
  await takeTurn(tx, adoptionTurn())
  const own = await tx.first(sql<Changes & { id: number; origin_customer_id: number | null; origin_id: number | null }>`select * from ${sql.table(entity)}
    where customer_id = ${tx.customerId} and id = ${id}`)
  if (!own) throw notFound()
  // Held before its links are read: somebody may link or unlink meanwhile.
  await lockRow(tx, grant, resource, resources, id, 'update', version)
  const shared = own.origin_id === null || own.origin_customer_id === tx.customerId ? [] : await sharedRows(tx, entity, [own.origin_id])
  const [source] = shared
  if (!source) throw new AppError('CONFLICT', 'catalog.errors.not_shared')
  const before = await compareModel(tx, resources, entity, source, own)
  const named = (await adoptParts(tx, resources, entity, [source]))(source)
  const linked: Changes = {}
  for (const { field, many } of partsOf(resource.def)) {
    if (!many || !(field in named)) continue
    const mine = await tx.run(
      sql<{ id: number }>`select target_id as id from ${sql.id(`${entity}__${field}`)} where customer_id = ${tx.customerId} and owner_id = ${id}`,
    )
    linked[field] = [...new Set([...mine.map((row) => row.id), ...(named[field] as number[])])]
  }
  const ofHere = await ownLevels(tx, resource.def)
  const plain = ofHere(Object.fromEntries(plainColumns(resource.def).map((column) => [column, source[column] ?? null])))
  await updateRow(tx, grant, resource, resources, id, { ...plain, ...named, ...linked }, { action: 'renew', ...(version && { version }) })
  await keepOrigins(tx, resource, [{ id, of: source }])
  return { id, changed: before.filter(({ value, own: mine }) => JSON.stringify(value) !== JSON.stringify(mine)).map(({ field }) => field) }
}
