import { defaultScale } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Resources, type StoredOf, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { wholeShare } from '#areas/risks/contract/levels.ts'
import { assetsOfRisk, everyRegister, openRisks, type ShareLine, shareRowsIn, type Shares, sharesIn } from '#areas/risks/server/index.ts'
import type { publicationLacks } from '#areas/analyses/contract/calls.ts'
import type { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'

type Analysis = StoredOf<typeof riskAnalysis>

interface Retained {
  readonly id: number
  readonly threat_id: number
  readonly supporting_asset_id: number
  readonly probability: number | null
  readonly impact: number | null
  readonly target_probability: number | null
  readonly target_impact: number | null
  readonly strategy: string
  readonly reason: string | null
  readonly manager_id: number | null
  readonly risk_id: number | null
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly measures: number[]
  readonly actions: number[]
  /** The risk that it is in the register already. */
  readonly found: number | null
  readonly found_values: Readonly<Record<string, unknown>> | null
  readonly found_measures: number[]
  readonly shares: Shares
  readonly found_shares: readonly ShareLine[]
  readonly found_actions: number[]
}

const linksOf = (table: string, owner: ReturnType<typeof sql>) =>
  sql`coalesce((select array_agg(l.target_id order by l.target_id) from ${sql.table(table)} l where l.customer_id = s.customer_id and l.owner_id = ${owner}), '{}')`

/**
 * What is retained, with the risk that each is already: the one that it was published as before, else the one of the register about the same threat, asset and
 * perimeter; a closed one is over. One statement.
 */
const retainedOf = (tx: Tx, { id, register_id: register, perimeter_id: perimeter }: Analysis) =>
  tx.run(sql<Retained>`select s.id, s.threat_id, s.supporting_asset_id, s.probability, s.impact, s.target_probability, s.target_impact, s.strategy, s.reason, s.manager_id, s.risk_id,
      left(coalesce(th.name_en, th.name_fr) || ' – ' || coalesce(sa.name_en, sa.name_fr), 500) as name_en,
      left(coalesce(th.name_fr, th.name_en) || ' – ' || coalesce(sa.name_fr, sa.name_en), 500) as name_fr,
      ${sharesIn('risk_scenario', rowRef('s'))} as shares,
      ${shareRowsIn('risk', rowRef('r'))} as found_shares,
      ${linksOf('risk_scenario__measures', sql`s.id`)} as measures, ${linksOf('risk_scenario__actions', sql`s.id`)} as actions,
      r.id as found, to_jsonb(r) as found_values, ${linksOf('risk__measures', sql`r.id`)} as found_measures, ${linksOf('risk__actions', sql`r.id`)} as found_actions
    from risk_scenario s
      join threat th on th.customer_id = s.customer_id and th.id = s.threat_id
      join supporting_asset sa on sa.customer_id = s.customer_id and sa.id = s.supporting_asset_id
      left join lateral (select r.* from ${openRisks(tx.customerId)} r where r.register_id = ${register}
        and (r.id = s.risk_id or r.threat_id = s.threat_id and r.perimeter_id = ${perimeter}
          and s.supporting_asset_id in ${assetsOfRisk(tx.customerId, sql`r.id`)})
        order by r.id = s.risk_id desc nulls last, r.id limit 1) r on true
    where s.customer_id = ${tx.customerId} and s.analysis_id = ${id} and s.retained order by s.id`)

const sharesOf = (measures: readonly number[], shares: Shares): ShareLine[] =>
  measures.flatMap((measure) => (shares[measure] === undefined ? [] : [{ measure, share: shares[measure] }]))

/** What the risk takes from the scenario; nothing: it says so already. */
function changesOf(one: Retained): Record<string, unknown> {
  const wanted: Record<string, unknown> = {
    init_probability: one.probability,
    init_impact: one.impact,
    ...(one.target_probability !== null && { target_probability: one.target_probability }),
    ...(one.target_impact !== null && { target_impact: one.target_impact }),
    strategy: one.strategy,
  }
  const changed: Record<string, unknown> = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => one.found_values?.[name] !== value))
  const more = (name: 'measures' | 'actions') => {
    const before = one[`found_${name}`]
    const added = one[name].filter((id) => !before.includes(id))
    if (added.length > 0) changed[name] = [...before, ...added]
  }
  more('measures')
  more('actions')
  // What the risk says of a measure that it has already stays.
  const shares = sharesOf(
    one.measures.filter((id) => !one.found_measures.includes(id)),
    one.shares,
  )
  if (shares.length > 0) changed.measure_shares = [...one.found_shares, ...shares]
  return changed
}

/** Of a measure that several scenarios share out differently the risk takes the most. */
function most(all: readonly Retained[]): Shares {
  const found = new Map<number, number>()
  for (const { measures, shares } of all) for (const id of measures) found.set(id, Math.max(found.get(id) ?? 0, shares[id] ?? wholeShare))
  return Object.fromEntries([...found].filter(([, share]) => share < wholeShare))
}

/** What validating changes of the risks that are there: one that is several scenarios takes the levels of the gravest, and what is done about all. */
function changedRisks(retained: readonly Retained[]): { readonly id: number; readonly changes: Record<string, unknown> }[] {
  const grave = ({ impact, probability }: Retained) => (impact ?? 0) * (probability ?? 0)
  const known = retained.filter(({ found }) => found !== null).toSorted((a, b) => grave(b) - grave(a) || (b.impact ?? 0) - (a.impact ?? 0) || a.id - b.id)
  return [...Map.groupBy(known, ({ found }) => Number(found))].flatMap(([id, all]) => {
    const [first] = all
    if (!first) return []
    const every = (name: 'measures' | 'actions') => [...new Set(all.flatMap((one) => one[name]))]
    return [{ id, changes: changesOf({ ...first, measures: every('measures'), actions: every('actions'), shares: most(all) }) }]
  })
}

type Lack = { readonly key: (typeof publicationLacks)[number]; readonly count: number }

async function lacksOf(tx: Tx, analysis: Analysis, retained: readonly Retained[]): Promise<Lack[]> {
  const register = await tx.first(sql<{ archived: boolean; same: boolean }>`select r.archived,
      coalesce(r.scale_id, (select d.id from ${defaultScale(tx.customerId, 'risk')} d)) is not distinct from ${analysis.scale_id}::bigint as same
    from ${everyRegister(tx.customerId)} r where r.id = ${analysis.register_id}`)
  const without = retained.filter(({ probability, impact }) => probability === null || impact === null).length
  return [
    ...(register ? [] : [{ key: 'register' as const, count: 0 }]),
    ...(register?.archived ? [{ key: 'archived' as const, count: 0 }] : []),
    ...(register && !register.same ? [{ key: 'other_scale' as const, count: 0 }] : []),
    ...(retained.length === 0 ? [{ key: 'none_retained' as const, count: 0 }] : []),
    ...(without > 0 ? [{ key: 'without_level' as const, count: without }] : []),
  ]
}

/** What validating would write, and what is still lacking. Two statements. */
export async function publicationOf(tx: Tx, analysis: Analysis) {
  const retained = await retainedOf(tx, analysis)
  const lacks = await lacksOf(tx, analysis, retained)
  const known = changedRisks(retained)
  const updated = known.filter(({ changes }) => Object.keys(changes).length > 0).length
  return { complete: lacks.length === 0, lacks, created: retained.filter(({ found }) => found === null).length, updated, kept: known.length - updated }
}

/** With its validation what an analysis retains goes into its register, as whoever validates may write there; in the same transaction. */
export async function publishValidated({ tx, resources, before, after }: WrittenContext<typeof riskAnalysis>): Promise<void> {
  if (!after || after.status !== 'VALIDATED' || before?.status === 'VALIDATED') return
  const retained = await retainedOf(tx, after)
  const lacks = await lacksOf(tx, after, retained)
  if (lacks.length > 0)
    throw new AppError('INVALID', 'kit.errors.check_inputs', {
      fields: { status: lacks.map(({ key, count }) => ({ key: `analyses.lacks.${key}`, values: { count } })) },
    })
  await publish(tx, resources, after, retained)
}

async function publish(tx: Tx, resources: Resources, analysis: Analysis, retained: readonly Retained[]): Promise<void> {
  const [risks, scenarios] = [resourceOf(resources, 'risk'), resourceOf(resources, 'risk_scenario')]
  const fresh = retained.filter(({ found }) => found === null)
  const made = await createRows(
    tx,
    authorizeVerb(tx, risks, 'create'),
    risks,
    resources,
    fresh.map((one) => ({
      name_en: one.name_en,
      name_fr: one.name_fr,
      description: one.reason,
      register: analysis.register_id,
      perimeter: analysis.perimeter_id,
      threat: one.threat_id,
      supporting_assets: [one.supporting_asset_id],
      init_probability: one.probability,
      init_impact: one.impact,
      target_probability: one.target_probability,
      target_impact: one.target_impact,
      strategy: one.strategy,
      manager: one.manager_id,
      measures: one.measures,
      measure_shares: sharesOf(one.measures, one.shares),
      actions: one.actions,
    })),
    { action: 'publish' },
  )
  const changed = changedRisks(retained).filter(({ changes }) => Object.keys(changes).length > 0)
  await updateRows(tx, authorizeVerb(tx, risks, 'update'), risks, resources, changed, { action: 'publish' })
  const became = [
    ...fresh.map(({ id }, at) => ({ id, risk: made[at]?.id ?? null, was: null as number | null })),
    ...retained.flatMap(({ id, found, risk_id: was }) => (found === null ? [] : [{ id, risk: found, was }])),
  ]
  await updateRows(
    tx,
    authorizeVerb(tx, scenarios, 'update'),
    scenarios,
    resources,
    became.filter(({ risk, was }) => risk !== was).map(({ id, risk }) => ({ id, changes: { risk } })),
    { action: 'publish' },
  )
}
