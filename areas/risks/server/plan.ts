import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { measureWorths, type MeasureWorth } from '#areas/scores/server/index.ts'
import { mostPlanned, type riskPlanOf } from '#areas/risks/contract/calls.ts'
import { levelAt, type CurrentLevel } from '#areas/risks/contract/levels.ts'
import { everyMeasure, measurePlanned } from '#areas/measures/server/index.ts'
import { actionCancelled, actionFinished, everyAction, measuresOfAction, plannedFor } from '#areas/actions/server/index.ts'
import { currentFrom, expectedFrom, type Sides } from './compute-levels.ts'
import { scalesOf } from './scale-of.ts'
import { sharesIn } from './shares.ts'

type Plan = z.infer<typeof riskPlanOf.answer>['object']
type PlannedStep = Plan['risks'][number]['steps'][number]
/** What is done, and the measures that it puts in place or mends. */
type TreatmentStep = Omit<PlannedStep, 'shared' | 'alone' | 'saves' | 'per_kilo_euro'> & { readonly moves: readonly number[] }

interface Planned extends Sides {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly current_impact: number
  readonly current_probability: number
  readonly actions: readonly number[]
  /** k€ a year, as estimated now and after treatment. */
  readonly loss: number | null
  readonly loss_after: number | null
}

/** What is done about the risks of a register, the gravest first: seven statements, however many risks. */
export async function planOf(tx: Tx, resources: Resources, id: number, query: Pick<ListQuery, 'filters' | 'global_search'>): Promise<Plan> {
  const t = rowRef('t')
  const { who } = tx
  const risks = resourceOf(resources, 'risk')
  checkQuery(risks, { sort: [], filters: query.filters })
  const judged = (await scalesOf(tx, [id])).get(id)
  if (!judged) throw notFound()
  const linked = (field: 'measures' | 'actions') =>
    sql`array(select l.target_id from ${sql.table(`risk__${field}`)} l where l.customer_id = t.customer_id and l.owner_id = t.id order by 1)`
  const rows =
    await tx.run(sql<Planned>`select t.id, t.identifier, ${localizedText(t, 'name', who.lang)} as name, t.init_impact, t.init_probability, t.min_impact, t.min_probability,
      t.target_impact, t.target_probability, t.manual_impact, t.manual_probability, t.current_impact, t.current_probability,
      ${linked('measures')} as measures, ${sharesIn('risk', t)} as shares, ${linked('actions')} as actions, ${lossAt('NOW')} as loss, ${lossAt('AFTER')} as loss_after
    from risk t where t.register_id = ${id} and t.treatment <> 'CLOSED' and ${listConditions(risks, query, risks.rules.read(t, who), t, who, resources)}
    order by t.current_level desc, t.identifier limit ${mostPlanned}`)
  const [actions, measures, worths] = await Promise.all([
    actionsOf(tx, resources, [...new Set(rows.flatMap((row) => row.actions))]),
    comingOf(tx, resources, [...new Set(rows.flatMap((row) => row.measures))]),
    measureWorths(tx, [...new Set(rows.flatMap((row) => row.measures))]),
  ])
  const open = [...actions.values()].filter(({ status }) => status !== 'FINISHED')
  const levelOf = (impact: number, probability: number) => {
    const value = levelAt(judged.scale.matrix, { impact, probability })
    return judged.scale.levels.find((level) => level.value === value) ?? null
  }
  const sum = (of: 'cost' | 'workload') => Math.round(open.reduce((total, one) => total + (one[of] ?? 0), 0) * 100) / 100
  const known = new Set<string>()
  /** Whether a step was told before, at a graver risk. */
  const isKnown = ({ entity, id: of }: TreatmentStep) => known.size === known.add(`${entity} ${of}`).size
  return {
    cost: sum('cost'),
    yearly: Math.round([...measures.values()].reduce((total, one) => total + (one.cost ?? 0), 0) * 100) / 100,
    workload: sum('workload'),
    actions: open.length,
    risks: rows.flatMap((row) => {
      const steps = [...row.actions.flatMap((one) => actions.get(one) ?? []), ...row.measures.flatMap((one) => measures.get(one) ?? [])]
      if (steps.length === 0) return []
      const expected = expectedFrom(row, worths)
      // What is finished has brought what it brings.
      const ahead = steps.filter(({ status }) => status !== 'FINISHED')
      const plannedSteps = steps.map(({ moves, ...one }): PlannedStep => ({
        ...one,
        shared: isKnown({ ...one, moves }),
        ...(one.status === 'FINISHED' ? brought : brings(row, worths, { moves, cost: one.cost, only: ahead.length === 1 }, levelOf)),
      }))
      return [
        {
          id: row.id,
          identifier: row.identifier,
          name: row.name,
          current: levelOf(row.current_impact, row.current_probability),
          current_impact: row.current_impact,
          current_probability: row.current_probability,
          expected: levelOf(expected.impact, expected.probability),
          expected_impact: expected.impact,
          expected_probability: expected.probability,
          steps: plannedSteps,
        },
      ]
    }),
  }
}

/** Expected a year in k€, as estimated for a moment: the means of both PERT distributions. */
const lossAt = (
  moment: 'NOW' | 'AFTER',
) => sql`(select ((e.frequency_low + 4 * e.frequency_likely + e.frequency_high) / 6 * (e.loss_low + 4 * e.loss_likely + e.loss_high) / 6)::float8
  from risk__estimates e where e.customer_id = t.customer_id and e.owner_id = t.id and e.moment = ${moment} limit 1)`

const brought: Pick<PlannedStep, 'alone' | 'saves' | 'per_kilo_euro'> = { alone: null, saves: null, per_kilo_euro: null }

/** What one step brings by itself: a dry run of the rules with its measures as they will be and the others as they are. */
function brings(
  row: Planned,
  worths: ReadonlyMap<number, MeasureWorth>,
  { moves, cost, only }: { readonly moves: readonly number[]; readonly cost: number | null; readonly only: boolean },
  levelOf: (impact: number, probability: number) => Plan['risks'][number]['current'],
): Pick<PlannedStep, 'alone' | 'saves' | 'per_kilo_euro'> {
  const moved = moves.filter((id) => row.measures.includes(id))
  const one = new Map([...worths].map(([id, worth]) => [id, moved.includes(id) ? { ...worth, worth: worth.expected } : worth]))
  const [now, after, all] = [currentFrom(row, worths), currentFrom(row, one), expectedFrom(row, worths)]
  const way = (to: CurrentLevel) => now.exact.impact - to.exact.impact + now.exact.probability - to.exact.probability
  // Of the way that everything planned goes together; what is planned alone is the treatment.
  const share = only ? 1 : moved.length > 0 && way(all) > 0 ? Math.min(1, Math.max(0, way(after) / way(all))) : null
  const saves = share === null || row.loss === null || row.loss_after === null ? null : Math.round((row.loss - row.loss_after) * share * 100) / 100
  return {
    alone: moved.length === 0 ? null : { impact: after.impact, probability: after.probability, level: levelOf(after.impact, after.probability) },
    saves,
    per_kilo_euro: saves === null || cost === null || cost <= 0 ? null : Math.round((saves * 1000) / cost),
  }
}

const noSteps: ReadonlyMap<number, TreatmentStep> = new Map()
const byId = (rows: readonly TreatmentStep[]): ReadonlyMap<number, TreatmentStep> => new Map(rows.map((row) => [row.id, row]))

async function actionsOf(tx: Tx, resources: Resources, ids: readonly number[]): Promise<ReadonlyMap<number, TreatmentStep>> {
  const { def, rules } = resourceOf(resources, 'remediation')
  if (ids.length === 0 || !can(tx.who, def.rights.read)) return noSteps
  const a = rowRef('a')
  return byId(
    await tx.run(sql<TreatmentStep>`select 'remediation' as entity, a.id, a.identifier, ${localizedText(a, 'name', tx.who.lang)} as name, a.status, a.target_date,
        coalesce(a.target_date < ${tx.today}::date, false) and not ${actionFinished(a)} as late, a.cost::float8 as cost, a.workload::float8 as workload,
        ${measuresOfAction(a)} as moves
      from ${everyAction(tx.customerId)} a where a.id = any(${ids}::bigint[]) and not ${actionCancelled(a)} and ${asSql(rules.read(a, tx.who))}`),
  )
}

/** Measures that are planned. */
async function comingOf(tx: Tx, resources: Resources, ids: readonly number[]): Promise<ReadonlyMap<number, TreatmentStep>> {
  const { def, rules } = resourceOf(resources, 'measure')
  if (ids.length === 0 || !can(tx.who, def.rights.read)) return noSteps
  const m = rowRef('m')
  return byId(
    await tx.run(sql<TreatmentStep>`select 'measure' as entity, m.id, m.identifier, ${localizedText(m, 'name', tx.who.lang)} as name, m.decision as status,
        ${plannedFor(m)} as target_date,
        false as late, m.yearly_cost::float8 as cost, m.build_days::float8 as workload, array[m.id] as moves
      from ${everyMeasure(tx.customerId)} m where m.id = any(${ids}::bigint[]) and ${measurePlanned(m)} and ${asSql(rules.read(m, tx.who))}`),
  )
}
