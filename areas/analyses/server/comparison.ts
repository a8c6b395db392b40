import { sql } from 'kysely'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { compareStudies, type Compared } from '#areas/analyses/contract/compare.ts'

interface Line extends Compared {
  readonly scenario: number
  readonly asset_name: string | null
  readonly threat_name: string | null
}

/** What an analysis retains, with its levels. */
export const retainedLines = (tx: Tx, analysis: number) =>
  tx.run(sql<Line>`select s.id as scenario, s.supporting_asset_id as asset, s.threat_id as threat, s.probability, s.impact,
      s.level,
      ${localizedText(rowRef('sa'), 'name', tx.who.lang)} as asset_name, ${localizedText(rowRef('th'), 'name', tx.who.lang)} as threat_name
    from risk_scenario s
      join supporting_asset sa on sa.customer_id = s.customer_id and sa.id = s.supporting_asset_id
      join threat th on th.customer_id = s.customer_id and th.id = s.threat_id
    where s.customer_id = ${tx.customerId} and s.analysis_id = ${analysis} and s.retained order by s.id`)

/** What became of each scenario since the former study: new, changed, gone, as it was. Two statements. */
export async function comparisonOf(tx: Tx, analysis: number, previous: number | null) {
  if (previous === null) return []
  const [now, before] = [await retainedLines(tx, analysis), await retainedLines(tx, previous)]
  const side = (line: Line | null) => line && { scenario: line.scenario, probability: line.probability, impact: line.impact, level: line.level }
  return compareStudies(now, before).map(({ kind, now: here, before: was }) => {
    const line = here ?? was
    return {
      kind,
      asset: { id: line?.asset ?? 0, name: line?.asset_name ?? null },
      threat: { id: line?.threat ?? 0, name: line?.threat_name ?? null },
      now: side(here),
      before: side(was),
    }
  })
}
