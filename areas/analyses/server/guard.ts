import { defaultScale, scalesWithMatrix } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type WriteContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import type { Matrix } from '#areas/scales/contract/risk-matrix.ts'
import { settleScenarios } from './current.ts'
import type { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import type { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'

/** What may be said of an analysis that was validated: opening it again, and what a screen remembers. */
const afterwards: ReadonlySet<string> = new Set(['status', 'status_reason', 'step', 'validated_on'])

interface Sides {
  readonly impact: number
  readonly probability: number
}

/** What is refused about analyses beside what their lifecycle refuses. */
export async function guardAnalysis(context: GuardContext<typeof riskAnalysis>): Promise<void> {
  const { tx, verb, action, before, changes, refuse } = context
  if (verb === 'delete') {
    if (before?.status === 'VALIDATED') throw new AppError('CONFLICT', 'analyses.errors.validated_stays')
    if (before) await removeScenarios(context, before.id)
    return
  }
  if (before?.status === 'VALIDATED' && action !== 'bulk_undo') {
    const other = Object.entries(changes).some(([name, value]) => value !== undefined && !afterwards.has(name))
    if (other) throw new AppError('CONFLICT', 'analyses.errors.validated')
    return
  }
  if (!before) changes.scale ??= await defaultRiskScale(tx)
  if (willBe(context, 'scale', 'scale_id') === null) refuse('scale', 'kit.errors.mandatory')
  if (before && changes.scale !== undefined && changes.scale !== before.scale_id && (await hasScenarios(tx, before.id)))
    refuse('scale', 'analyses.errors.scale_used')
  if (changes.scale !== undefined || changes.impacts !== undefined) await guardPlaces(context)
  await guardPrevious(context)
  guardImpacts(context)
}

/** Scenarios go with their analysis. */
async function removeScenarios({ tx, resources }: GuardContext<typeof riskAnalysis>, analysis: number): Promise<void> {
  const scenarios = resourceOf(resources, 'risk_scenario')
  const rows = await tx.run(sql<{ id: number }>`select id from risk_scenario where customer_id = ${tx.customerId} and analysis_id = ${analysis} order by id`)
  await removeRows(
    tx,
    authorizeVerb(tx, scenarios, 'delete'),
    scenarios,
    resources,
    rows.map(({ id }) => id),
  )
}

const defaultRiskScale = async (tx: Tx): Promise<number | null> =>
  (await tx.first(sql<{ id: number }>`select s.id from ${defaultScale(tx.customerId, 'risk')} s`))?.id ?? null

const hasScenarios = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.first(sql<{ one: number }>`select 1 as one from risk_scenario where customer_id = ${tx.customerId} and analysis_id = ${id} limit 1`)) !== undefined

/** How many places the sides of a risk scale have. */
async function sidesOf(tx: Tx, scale: number): Promise<Sides | null> {
  const found = await tx.first(sql<Sides>`select jsonb_array_length(s.matrix)::int as impact, jsonb_array_length(s.matrix -> 0)::int as probability
    from ${scalesWithMatrix(tx.customerId)} s where s.id = ${scale} and s.type = 'risk'`)
  return found ?? null
}

async function guardPlaces(context: GuardContext<typeof riskAnalysis>): Promise<void> {
  const scale = willBe(context, 'scale', 'scale_id') as number | null
  if (scale === null) return
  const sides = await sidesOf(context.tx, scale)
  if (!sides) context.refuse('scale', 'analyses.errors.risk_scale')
  else if (context.changes.impacts?.some(({ impact }) => Number(impact) > sides.impact))
    context.refuse('impacts', 'analyses.errors.place', { count: sides.impact })
}

/** What is said of a value is said of one that the analysis names, once for each kind of impact. */
function guardImpacts({ before, changes, refuse }: GuardContext<typeof riskAnalysis>): void {
  if (changes.impacts === undefined) return
  const types = new Set((changes.impact_types as readonly string[] | undefined) ?? (before?.impact_types as readonly string[] | undefined))
  const pairs = changes.impacts.map(({ business_value: value, type }) => `${value} ${type}`)
  if (new Set(pairs).size < pairs.length) refuse('impacts', 'analyses.errors.impact_twice')
  if (changes.impacts.some(({ type }) => !types.has(String(type)))) refuse('impacts', 'analyses.errors.impact_type_other')
}

async function guardPrevious(context: GuardContext<typeof riskAnalysis>): Promise<void> {
  const { tx, before, changes, refuse } = context
  if (changes.previous === undefined && changes.perimeter === undefined) return
  const previous = willBe(context, 'previous', 'previous_id') as number | null
  if (previous === null) return
  const other = await tx.first(sql<{ perimeter_id: number }>`select perimeter_id from risk_analysis where customer_id = ${tx.customerId} and id = ${previous}`)
  const same = other?.perimeter_id === willBe(context, 'perimeter', 'perimeter_id')
  if (!same || previous === before?.id) refuse('previous', 'analyses.errors.previous')
}

/** What a scenario's analysis says of it. */
interface Study {
  readonly id: number
  readonly status: string
  /** Of its scale; null without one. */
  readonly matrix: Matrix | null
}

const [sideNames, targetNames] = [
  ['probability', 'impact'],
  ['target_probability', 'target_impact'],
] as const

/** A scenario is changed while its analysis is worked on, stays in it, and keeps within the places of its scale. Two statements, whatever the number of rows. */
export async function guardScenarios(contexts: readonly WriteContext<typeof riskScenario>[]): Promise<void> {
  const [first] = contexts
  if (!first) return
  const { tx } = first
  const ids = [...new Set(contexts.map((context) => willBe(context, 'analysis', 'analysis_id') as number | null))].filter((id) => id !== null)
  const studies = await tx.run(sql<Study>`select a.id, a.status, s.matrix
    from risk_analysis a left join ${scalesWithMatrix(tx.customerId)} s on s.id = a.scale_id
    where a.customer_id = ${tx.customerId} and a.id = any(${ids}::bigint[])`)
  const known = new Map(studies.map((study) => [study.id, study]))
  const studyOf = (context: WriteContext<typeof riskScenario>) => known.get(willBe(context, 'analysis', 'analysis_id') as number)
  for (const context of contexts) guardScenario(context, studyOf(context))
  await guardPairs(tx, contexts)
  await settleScenarios(tx, contexts, (context) => studyOf(context)?.matrix ?? [])
}

function guardScenario(context: WriteContext<typeof riskScenario>, study: Study | undefined): void {
  const { verb, action, before, changes } = context
  if (study?.status === 'VALIDATED' && action !== 'publish') throw new AppError('CONFLICT', 'analyses.errors.validated')
  if (verb === 'delete' || !study) return
  const { refuse, done } = refusals()
  for (const name of ['analysis', 'supporting_asset', 'threat'] as const)
    if (before && changes[name] !== undefined && changes[name] !== before[`${name}_id`]) refuse(name, 'analyses.errors.fixed')
  for (const name of [...sideNames, ...targetNames]) {
    const value = changes[name]
    const most = name.endsWith('impact') ? study.matrix?.length : study.matrix?.[0]?.length
    if (value != null && most !== undefined && value > most) refuse(name, 'analyses.errors.place', { count: most })
  }
  for (const [at, name] of targetNames.entries()) {
    const [target, initial] = [willBe(context, name), willBe(context, sideNames[at] ?? name)]
    if (target !== null && initial !== null && Number(target) > Number(initial)) refuse(name, 'analyses.errors.target_above')
  }
  done()
}

/** Each asset meets each threat once in an analysis. */
async function guardPairs(tx: Tx, contexts: readonly WriteContext<typeof riskScenario>[]): Promise<void> {
  const made = contexts.filter(({ verb }) => verb === 'create')
  if (made.length === 0) return
  const pairs = made.map(({ changes }) => ({ analysis: changes.analysis, asset: changes.supporting_asset, threat: changes.threat }))
  const twice = new Set(pairs.map((pair) => Object.values(pair).join(' '))).size < pairs.length
  const there = await tx.first(sql<{
    one: number
  }>`select 1 as one from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w (analysis bigint, asset bigint, threat bigint)
      join risk_scenario s on s.customer_id = ${tx.customerId} and s.analysis_id = w.analysis and s.supporting_asset_id = w.asset and s.threat_id = w.threat limit 1`)
  if (twice || there) throw new AppError('INVALID', 'kit.errors.check_inputs', { fields: { threat: [{ key: 'analyses.errors.pair_twice' }] } })
}

/** Whether an analysis is validated, and what is written into it, is decided by one transaction at a time. */
export const analysisTurn = 'risk analysis'
