import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type WriteContext } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { currentOf, layersOf, levelAt } from '#areas/risks/contract/levels.ts'
import { guardShares, linkedAfter, shareLinesOf, sharesIn, type Shares } from '#areas/risks/server/index.ts'
import type { Matrix } from '#areas/scales/contract/risk-matrix.ts'
import { measureWorths, type MeasureWorth } from '#areas/scores/server/index.ts'
import type { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'

/** The name of writes by which scenarios follow the measures. */
export const following = 'levels'
/** Of what the worth of measures is made, by the names under which it is audited (docs/decisions/0009). */
export const movesScenarios = ['measure', 'measure_deduction', 'measure_control', 'runtask', 'occurrence']
/** Written in one transaction; the next ones in the next. */
const atOnce = 200

interface Standing {
  readonly impact: number | null
  readonly probability: number | null
  readonly measures: readonly number[]
  readonly shares: Shares
}

/** Where a scenario stands by the measures that are there, by the rule of risks (docs/RISK-LEVELS.md), as low as measures may bring it; nowhere as long as it is not judged. */
function currentFrom({ impact, probability, measures, shares }: Standing, worths: ReadonlyMap<number, MeasureWorth>) {
  if (impact === null || probability === null) return { current_impact: impact, current_probability: probability }
  const found = currentOf({
    initial: { impact, probability },
    minimum: { impact: 1, probability: 1 },
    manual: { impact: null, probability: null },
    layers: layersOf(measures, shares, worths),
  })
  return { current_impact: found.impact, current_probability: found.probability }
}

type ScenarioWrite = WriteContext<typeof riskScenario>
const decisive = ['impact', 'probability', 'measures', 'measure_shares'] as const
const targets = ['target_impact', 'target_probability'] as const

/** What the scale says of a place; nothing as long as one of its sides is not said. */
const levelOf = (matrix: Matrix, impact: number | null, probability: number | null) =>
  impact === null || probability === null ? null : levelAt(matrix, { impact, probability })

/** Writes where scenarios stand with what they stand by, and what that is called: no statement for those whose levels stay, five for all others. */
export async function settleScenarios(tx: Tx, contexts: readonly ScenarioWrite[], matrixOf: (write: ScenarioWrite) => Matrix): Promise<void> {
  const place = (write: ScenarioWrite, name: 'impact' | 'probability' | (typeof targets)[number]) => willBe(write, name) as number | null
  const touched = contexts.filter(({ verb }) => verb !== 'delete')
  for (const write of touched)
    if (write.before === undefined || targets.some((name) => write.changes[name] !== undefined))
      write.changes.target_level = levelOf(matrixOf(write), place(write, 'target_impact'), place(write, 'target_probability'))
  const writes = touched.filter(
    ({ before, action, changes }) => before === undefined || action === following || decisive.some((name) => changes[name] !== undefined),
  )
  const there = writes.flatMap(({ before }) => (before ? [before.id] : []))
  const linked =
    there.length > 0
      ? await tx.run(sql<{ owner_id: number; ids: number[] }>`select owner_id, array_agg(target_id order by target_id) as ids from risk_scenario__measures
          where customer_id = ${tx.customerId} and owner_id = any(${there}::bigint[]) group by owner_id`)
      : []
  const linksOf = new Map(linked.map(({ owner_id, ids }) => [owner_id, ids]))
  const linesOf = await shareLinesOf(tx, 'risk_scenario', there)
  const { refuse, done } = refusals()
  const links = await linkedAfter(
    tx,
    tx.who,
    writes.map(({ before, changes }) => ({ were: linksOf.get(before?.id ?? 0) ?? [], wanted: changes.measures })),
  )
  const prepared = writes.map((write, n) => {
    const measures = links[n] ?? []
    return { write, measures, shares: guardShares({ changes: write.changes, refuse }, measures, linesOf.get(write.before?.id ?? 0) ?? []) }
  })
  done()
  const worths = await measureWorths(tx, [...new Set(prepared.flatMap(({ measures }) => measures))])
  for (const { write, measures, shares } of prepared) {
    const [impact, probability] = [place(write, 'impact'), place(write, 'probability')]
    const current = currentFrom({ impact, probability, measures, shares }, worths)
    Object.assign(write.changes, current, {
      level: levelOf(matrixOf(write), impact, probability),
      current_level: levelOf(matrixOf(write), current.current_impact, current.current_probability),
    })
  }
}

/** Scenarios of studies that are worked on and do not stand where their measures have them: two statements beside those for the worth of the measures. */
async function moved(tx: Tx): Promise<number[]> {
  const rows = await tx.run(sql<
    Standing & { id: number; current_impact: number | null; current_probability: number | null }
  >`select s.id, s.impact, s.probability,
      s.current_impact, s.current_probability, l.ids as measures, ${sharesIn('risk_scenario', rowRef('s'))} as shares
    from (select owner_id, array_agg(target_id order by target_id) as ids from risk_scenario__measures where customer_id = ${tx.customerId} group by owner_id) l
      join risk_scenario s on s.customer_id = ${tx.customerId} and s.id = l.owner_id
      join risk_analysis a on a.customer_id = s.customer_id and a.id = s.analysis_id and a.status <> 'VALIDATED' order by s.id`)
  const worths = await measureWorths(tx, [...new Set(rows.flatMap(({ measures }) => measures))])
  return rows.flatMap((row) => {
    const found = currentFrom(row, worths)
    return found.current_impact === row.current_impact && found.current_probability === row.current_probability ? [] : [row.id]
  })
}

/** As risks do: after anything was written of which the worth of measures is made, and at night. */
export const scenariosJob: LongJob = {
  name: 'analysis.levels',
  schedule: '40 0 * * *',
  runLong: async ({ apart, resources }) => {
    const ids = await apart(moved)
    for (let at = 0; at < ids.length; at += atOnce)
      await apart((tx) =>
        updateRows(
          tx,
          systemGrant('scenarios that follow their measures', tx.who),
          resourceOf(resources, 'risk_scenario'),
          resources,
          ids.slice(at, at + atOnce).map((id) => ({ id, changes: {} })),
          { action: following },
        ),
      )
  },
}
