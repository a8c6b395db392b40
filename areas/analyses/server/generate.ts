import { scalesWithMatrix } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { layOut, pairOf, type LaidOut, type StudiedAsset, type StudiedThreat } from '#areas/analyses/contract/lay-out.ts'
import { analysisTurn } from './guard.ts'
import { carriedBy, valuesOf } from './supporting-assets.ts'

const jobName = 'analysis.generate'
/** Rows of one transaction: others write in between. */
const batch = 1000

/** Notes that scenarios are asked for, and asks for them in the background; asked twice at once they are laid out once. */
export async function askForScenarios(tx: Tx, analysis: number): Promise<void> {
  await tx.run(sql`insert into risk_analysis_generation (customer_id, analysis_id, running) values (${tx.customerId}, ${analysis}, true)
    on conflict (customer_id, analysis_id) do update set running = true, failed = false, made = null, removed = null`)
  tx.enqueue({ name: jobName, data: { analysis_id: analysis }, key: String(analysis) })
}

/** Generated, never looked at, and its asset or threat is not studied any more. */
const obsolete = (analysis: number) => sql`s.analysis_id = ${analysis} and s.created_by is null and s.version = 1 and not s.retained
  and (not exists (select 1 from risk_analysis__supporting_assets l where l.customer_id = s.customer_id and l.owner_id = s.analysis_id and l.target_id = s.supporting_asset_id)
    or not exists (select 1 from risk_analysis__threats l where l.customer_id = s.customer_id and l.owner_id = s.analysis_id and l.target_id = s.threat_id))`

interface Facts {
  readonly status: string
  readonly impact: number
  readonly probability: number
  readonly assets: StudiedAsset[]
  readonly threats: StudiedThreat[]
  readonly there: readonly (readonly [number, number])[]
}

/** What scenarios are laid out from, in one statement. */
const factsOf = (tx: Tx, id: number) =>
  tx.first(sql<Facts>`${carriedBy(valuesOf(sql`${id}::bigint`))}
    select a.status, coalesce(jsonb_array_length(s.matrix), 6)::int as impact, coalesce(jsonb_array_length(s.matrix -> 0), 6)::int as probability,
      coalesce((select jsonb_agg(jsonb_build_object('id', sa.id, 'type', sa.type, 'harm',
          (select max(i.impact) from carried c join risk_analysis__impacts i on i.customer_id = a.customer_id and i.owner_id = a.id and i.business_value_id = c.value where c.id = sa.id)) order by sa.id)
        from risk_analysis__supporting_assets l join supporting_asset sa on sa.customer_id = l.customer_id and sa.id = l.target_id
        where l.customer_id = a.customer_id and l.owner_id = a.id), '[]') as assets,
      coalesce((select jsonb_agg(jsonb_build_object('id', th.id, 'asset_types', th.asset_types, 'probability', th.probability) order by th.id)
        from risk_analysis__threats l join threat th on th.customer_id = l.customer_id and th.id = l.target_id
        where l.customer_id = a.customer_id and l.owner_id = a.id), '[]') as threats,
      coalesce((select jsonb_agg(jsonb_build_array(e.supporting_asset_id, e.threat_id)) from risk_scenario e where e.customer_id = a.customer_id and e.analysis_id = a.id), '[]') as there
    from risk_analysis a left join ${scalesWithMatrix(tx.customerId)} s on s.id = a.scale_id
    where a.customer_id = ${tx.customerId} and a.id = ${id}`)

async function laidOutOf(tx: Tx, id: number): Promise<LaidOut[]> {
  const facts = await factsOf(tx, id)
  if (!facts || facts.status === 'VALIDATED') return []
  return layOut(facts.assets, facts.threats, new Set(facts.there.map(([asset, threat]) => pairOf(asset, threat))), facts)
}

/** Lays scenarios out, a thousand at a time; cut off anywhere it goes on where it was. */
export const generateJob: LongJob = {
  name: jobName,
  runLong: async ({ apart, resources, data }) => {
    const id = Number((data as { analysis_id?: unknown }).analysis_id)
    const grant = (tx: Tx) => systemGrant('scenarios that an analysis lays out', tx.who)
    const note = (made: number | null, removed: number | null, failed = false) =>
      apart((tx) =>
        tx.run(sql`update risk_analysis_generation set running = false, made = ${made}, removed = ${removed}, failed = ${failed}
          where customer_id = ${tx.customerId} and analysis_id = ${id}`),
      )
    try {
      const scenario = resourceOf(resources, 'risk_scenario')
      const removed = await apart(async (tx) => {
        // Somebody who looks at one meanwhile keeps it.
        await takeTurn(tx, analysisTurn)
        const rows = await tx.run(
          sql<{ id: number }>`select s.id from risk_scenario s where s.customer_id = ${tx.customerId} and ${obsolete(id)} order by s.id`,
        )
        await removeRows(
          tx,
          grant(tx),
          scenario,
          resources,
          rows.map((row) => row.id),
        )
        return rows.length
      })
      const wanted = await apart((tx) => laidOutOf(tx, id))
      let made = 0
      for (let from = 0; from < wanted.length; from += batch) {
        made += await apart(async (tx) => {
          // Of two servers the second finds them there.
          await takeTurn(tx, analysisTurn)
          const rest = new Set((await laidOutOf(tx, id)).map((one) => pairOf(one.supporting_asset, one.threat)))
          const some = wanted.slice(from, from + batch).filter((one) => rest.has(pairOf(one.supporting_asset, one.threat)))
          return (
            await createRows(
              tx,
              grant(tx),
              scenario,
              resources,
              some.map((one) => ({ ...one, analysis: id })),
              { action: 'generate', silent: true },
            )
          ).length
        })
      }
      await note(made, removed)
    } catch (error) {
      await note(null, null, true)
      throw error
    }
  },
}

/** How far the last run is, and what another one would do; while one runs that is not worked out. Three statements at most. */
export async function generationOf(tx: Tx, id: number) {
  const state = await tx.first(sql<{ running: boolean; made: number | null; removed: number | null; failed: boolean }>`select running, made, removed, failed
    from risk_analysis_generation where customer_id = ${tx.customerId} and analysis_id = ${id}`)
  const progress = state ?? { running: false, made: null, removed: null, failed: false }
  if (progress.running) return { ...progress, missing: 0, obsolete: 0 }
  const counted = await tx.first(
    sql<{ count: number }>`select count(*)::int as count from risk_scenario s where s.customer_id = ${tx.customerId} and ${obsolete(id)}`,
  )
  return { ...progress, missing: (await laidOutOf(tx, id)).length, obsolete: counted?.count ?? 0 }
}
