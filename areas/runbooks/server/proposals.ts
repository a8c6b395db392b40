import { measuresShown } from '#areas/indicators/server/index.ts'
import { everyMetric, placesOfMetric } from '#areas/metrics/server/index.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { metricOfModel } from '#areas/catalog/contract/metric-model.ts'
import { startDay } from '#areas/catalog/contract/rhythm.ts'
import { everyMetricModel, metricsOfIndicatorModels, renamed } from '#areas/catalog/server/index.ts'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { can, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow, lockRows } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Changes, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { acceptProposal, Proposal } from '#areas/measures/contract/proposals.ts'

type Payload = z.output<NonNullable<(typeof acceptProposal)['body']>>
type Model = Changes & { readonly id: number; readonly identifier: string; readonly periodicity: string }

const makes = (tx: Tx, resources: Resources, entity: string): boolean => can(tx.who, resourceOf(resources, entity).def.rights.create ?? null)

/** Models that the measure's own names, in use, of which the measure has nothing yet. */
async function modelsOf(tx: Tx, measure: Stored, field: 'runtasks' | 'indicators'): Promise<Model[]> {
  const [model, made] = field === 'runtasks' ? ['runtask_model', 'runtask'] : ['indicator_model', 'indicator']
  const taken = field === 'runtasks' ? sql`t.measure_id = ${measure.id}` : sql`${measure.id} in ${measuresShown(rowRef('t'))}`
  return tx.run(sql<Model>`select m.* from ${sql.id(`solution__${field}`)} l join ${sql.table(model)} m on m.customer_id = l.customer_id and m.id = l.target_id
    where l.customer_id = ${tx.customerId} and l.owner_id = ${measure.solution_id ?? null}::bigint and not m.archived
      and not exists (select 1 from ${sql.table(made)} t where t.customer_id = m.customer_id and t.model_id = m.id and not t.archived and ${taken})
    order by m.identifier, m.id`)
}

interface Needed {
  readonly owner_id: number
  readonly id: number
  /** How formulas of models call it. */
  readonly identifier: string
  readonly name: string
  /** The metric in use that was made of it or counts the same, and how it is called; none that its reader may not have measured in the perimeter. */
  readonly metric: number | null
  readonly called: string | null
  readonly is_here: boolean | null
}

/** The metrics that models of indicators need, with what there is of them for a perimeter: what is measured there first, then the latest. */
function neededBy(tx: Tx, resources: Resources, models: readonly Model[], perimeter: number): Promise<Needed[]> {
  const { rules } = resourceOf(resources, 'metric')
  const t = rowRef('t')
  return tx.run(sql<Needed>`select l.owner_id, m.id, m.identifier, coalesce(${localizedText(rowRef('m'), 'name', tx.who.lang)}, m.identifier) as name, w.metric, w.called, w.is_here
    from ${metricsOfIndicatorModels(tx.customerId)} l join ${everyMetricModel(tx.customerId)} m on m.id = l.target_id
      left join lateral (select * from (select t.id as metric, t.identifier as called, ${asSql(rules.update(t, tx.who))} as is_writable,
          ${perimeter} in ${placesOfMetric(t)} as is_here
        from ${everyMetric(tx.customerId)} t where (t.model_id = m.id or t.internal_metric = m.internal_metric) and not t.archived and ${asSql(rules.read(t, tx.who))}) f
        where f.is_here or f.is_writable order by f.is_here desc, f.metric desc limit 1) w on true
    where l.owner_id = any(${models.map(({ id }) => id)}::bigint[]) order by l.owner_id, m.identifier`)
}

const nameOf = (tx: Tx, { name_en: en, name_fr: fr, identifier }: Model): string => String((tx.who.lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? identifier)

/** What is proposed to whoever may make it, once the measure is in place. */
export async function proposalFor(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<Proposal> {
  const row = await getRow(tx, grant, resourceOf(resources, 'measure'), resources, id)
  const none = { tasks: [], indicators: [], runbook: null }
  if (row.status !== 'IMPLEMENTED' || row.edit_right !== true) return none
  const measure = { ...row, solution_id: (row.solution as { id: number } | null)?.id ?? null } as Stored
  const tasks = makes(tx, resources, 'runtask') ? await modelsOf(tx, measure, 'runtasks') : []
  const indicators = makes(tx, resources, 'indicator') ? await modelsOf(tx, measure, 'indicators') : []
  if (tasks.length + indicators.length === 0) return none
  const needed = indicators.length > 0 ? await neededBy(tx, resources, indicators, (row.perimeter as { id: number }).id) : []
  return {
    tasks: tasks.map((model) => ({ ...summaryOf(tx, model), charge: (model.charge as number | null) ?? null })),
    indicators: indicators.map((model) => ({
      ...summaryOf(tx, model),
      metrics: needed.filter(({ owner_id, metric }) => owner_id === model.id && metric === null).map(({ name }) => name),
    })),
    runbook: tasks.length > 0 ? await firstRunbook(tx) : null,
  }
}

const summaryOf = (tx: Tx, model: Model) => ({ id: model.id, identifier: model.identifier, name: nameOf(tx, model), periodicity: model.periodicity })

const firstRunbook = async (tx: Tx) =>
  (await tx.first(sql<{ id: number; name: string }>`select id, ${localizedText(rowRef('r'), 'name', tx.who.lang)} as name from runbook r
    where r.customer_id = ${tx.customerId} and r.is_default and not r.archived`)) ?? null

/** Makes what was chosen of a proposal; throws CONFLICT for a measure that is not in place, INVALID for what is not proposed. */
export async function takeProposal(tx: Tx, grant: Grant, resources: Resources, id: number, body: Payload): Promise<{ tasks: number[]; indicators: number[] }> {
  await takeTurnsOf(tx, resources, [...(body.indicators.length > 0 ? ['indicator', 'metric'] : []), ...(body.tasks.length > 0 ? ['runtask'] : [])])
  const measure = await lockRow(tx, grant, resourceOf(resources, 'measure'), resources, id, 'update')
  if (measure.status !== 'IMPLEMENTED') throw new AppError('CONFLICT', 'measures.errors.not_in_place')
  const place = { perimeter: body.perimeter ?? (measure.perimeter_id as number), manager: body.manager ?? null, start: body.start_date ?? tx.today }
  const tasks = body.tasks.length > 0 ? await makeTasks(tx, resources, measure, body, place) : []
  const indicators = body.indicators.length > 0 ? await makeIndicators(tx, resources, measure, body.indicators, place) : []
  return { tasks, indicators }
}

/** Turns of what is written later, before any row is locked. */
async function takeTurnsOf(tx: Tx, resources: Resources, entities: readonly string[]): Promise<void> {
  for (const entity of entities) {
    const turn = resourceOf(resources, entity).turn?.('create', {}) ?? null
    if (turn !== null) await takeTurn(tx, turn)
  }
}

interface Placed {
  readonly perimeter: number
  readonly manager: number | null
  readonly start: string
}

function chosen(models: readonly Model[], ids: readonly number[], field: string): Model[] {
  const found = models.filter(({ id }) => ids.includes(id))
  if (found.length < new Set(ids).size) throw invalidField(field, 'measures.errors.not_proposed')
  return found
}

async function makeTasks(tx: Tx, resources: Resources, measure: Stored, { tasks, runbook }: Payload, { perimeter, manager, start }: Placed): Promise<number[]> {
  const resource = resourceOf(resources, 'runtask')
  const grant = authorizeVerb(tx, resource, 'create')
  const models = chosen(await modelsOf(tx, measure, 'runtasks'), tasks, 'tasks')
  const book = runbook ?? (await firstRunbook(tx))?.id
  const made = await createRows(
    tx,
    grant,
    resource,
    resources,
    models.map((model) => ({
      ...namesOf(model),
      description: descriptionOf(tx, model),
      kind: model.kind,
      periodicity: model.periodicity,
      charge: model.charge,
      proof: model.proof,
      approval_required: model.approval_required,
      runbook: book,
      start_date: startDay(model.periodicity, start),
      measure: measure.id,
      model: model.id,
      perimeter,
      manager,
    })),
  )
  return made.map((row) => row.id)
}

const namesOf = ({ name_en, name_fr }: Model): Changes => ({ name_en, name_fr })
const descriptionOf = (tx: Tx, { description_en: en, description_fr: fr }: Model) => (tx.who.lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? null
const unitIn = (tx: Tx, { unit_en: en, unit_fr: fr }: Model) => (tx.who.lang === 'fr' ? (fr ?? en) : (en ?? fr)) ?? null

/** Indicators with their metrics: those that were made of the same model before are measured in the perimeter too. */
async function makeIndicators(tx: Tx, resources: Resources, measure: Stored, ids: readonly number[], place: Placed): Promise<number[]> {
  const resource = resourceOf(resources, 'indicator')
  const grant = authorizeVerb(tx, resource, 'create')
  const models = chosen(await modelsOf(tx, measure, 'indicators'), ids, 'indicators')
  const calls = await metricsFor(tx, resources, await neededBy(tx, resources, models, place.perimeter), place)
  const made = await createRows(
    tx,
    grant,
    resource,
    resources,
    models.map((model) => ({
      ...namesOf(model),
      description: descriptionOf(tx, model),
      unit: unitIn(tx, model),
      type: model.nature,
      formula: renamed(String(model.formula), calls),
      periodicity: model.periodicity,
      perimeter_aggregation: model.perimeter_aggregation,
      target_value: model.target_value,
      model: model.id,
      measures: [measure.id],
      perimeters: [place.perimeter],
      manager: place.manager,
    })),
  )
  return made.map((row) => row.id)
}

/** How the metrics of models are called here, after those that are missing were made. */
async function metricsFor(tx: Tx, resources: Resources, needed: readonly Needed[], { perimeter, manager, start }: Placed): Promise<Map<string, string>> {
  const resource = resourceOf(resources, 'metric')
  const missing = [...new Set(needed.filter(({ metric }) => metric === null).map(({ id }) => id))]
  await measureThere(tx, resources, [...new Set(needed.flatMap(({ metric, is_here }) => (metric === null || is_here ? [] : metric)))], perimeter)
  const models = await tx.run(sql<Model>`select m.* from ${everyMetricModel(tx.customerId)} m where m.id = any(${missing}::bigint[]) order by m.id`)
  const made =
    models.length === 0
      ? []
      : await createRows(
          tx,
          authorizeVerb(tx, resource, 'create'),
          resource,
          resources,
          models.map((model) => ({
            ...namesOf(model),
            description: descriptionOf(tx, model),
            unit: unitIn(tx, model),
            ...Object.fromEntries(metricOfModel.map((name) => [name, model[name]])),
            start_date: start,
            perimeters: [perimeter],
            manager,
            model: model.id,
          })),
        )
  const names = new Map(models.map(({ id }, n) => [id, String(made[n]?.identifier)]))
  return new Map(needed.map(({ id, identifier, called }) => [identifier, called ?? names.get(id) ?? identifier]))
}

/** Has metrics measured in one more perimeter. They are held before their perimeters are read: another measure may add one meanwhile. */
async function measureThere(tx: Tx, resources: Resources, ids: readonly number[], perimeter: number): Promise<void> {
  if (ids.length === 0) return
  const resource = resourceOf(resources, 'metric')
  const grant = authorizeVerb(tx, resource, 'update')
  const { refused } = await lockRows(
    tx,
    grant,
    resource,
    ids.map((id) => ({ id })),
    'update',
  )
  for (const refusal of refused.values()) throw refusal
  const held = await tx.run(sql<{ id: number; perimeters: number[] }>`select t.id, array(select x.target_id::float8 from ${placesOfMetric(rowRef('t'))} x
      order by x.target_id) as perimeters from ${everyMetric(tx.customerId)} t
    where t.id = any(${[...ids]}::bigint[]) order by t.id`)
  const updates = held.map(({ id, perimeters }) => ({ id, changes: { perimeters: [...new Set([...perimeters, perimeter])] } }))
  await updateRows(tx, grant, resource, resources, updates)
}
