import { everyEvidence, evidenceEnds } from '#areas/evidence/server/index.ts'
import { sql } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationNode, ExplanationReason } from '#areas/scores/contract/score.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { finishedProofs } from '#areas/scores/server/facts/sources.ts'

/** Evidence that finished actions of a measure show, or showed when it still proved it. */
interface ShownEvidence {
  readonly measure_id: number
  readonly id: number
  readonly identifier: string
  readonly name: string
  readonly from: Day
  readonly valid_until: Day | null
  /** The last day on which it proves. */
  readonly last: Day
  readonly open: boolean
}

/** Ended evidence that is told of a measure, the latest first: older ones are found with its actions. */
const mostEnded = 5

/** What proves measures on a day and what did before, by measure; one statement, none without measures. */
export async function readShownEvidence(tx: Tx, resources: Resources, day: Day, measures: readonly number[]): Promise<ReadonlyMap<number, ShownEvidence[]>> {
  if (measures.length === 0) return new Map()
  const e = rowRef('e')
  const rows = await tx.run(sql<ShownEvidence>`
    select distinct on (l.measure_id, e.id) l.measure_id, e.id, e.identifier, coalesce(${localizedText(e, 'name', tx.who.lang)}, e.identifier) as name,
      to_char(e.effective_date, 'YYYY-MM-DD') as "from", to_char(e.valid_until, 'YYYY-MM-DD') as valid_until,
      to_char(${evidenceEnds(e)} - 1, 'YYYY-MM-DD') as last,
      coalesce(${asSql(resourceOf(resources, 'evidence').rules.read(e, tx.who))}, false) as open
    from ${everyEvidence(tx.customerId)} e join ${finishedProofs(tx.customerId)} l on l.evidence_id = e.id and l.done_date <= ${day}::date
    where e.effective_date <= ${day}::date and l.measure_id = any(${[...new Set(measures)]}::bigint[])
    order by l.measure_id, e.id`)
  return Map.groupBy(
    rows.toSorted((a, b) => b.last.localeCompare(a.last) || a.id - b.id),
    ({ measure_id }) => measure_id,
  )
}

const reasonOf = ({ from, valid_until, last }: ShownEvidence, proves: boolean): ExplanationReason =>
  proves
    ? { code: 'evidence_proves', params: { from, to: last } }
    : last === valid_until
      ? { code: 'evidence_expired', params: { to: last } }
      : { code: 'evidence_aged', params: { from } }

/** The latest of what proved a measure that is only declared by now. */
export function endedReason(shown: readonly ShownEvidence[], day: Day): ExplanationReason[] {
  const [latest] = shown
  return latest && latest.last < day ? [{ code: 'proof_ended', params: { to: latest.last, evidence: latest.open ? latest.identifier : '' } }] : []
}

/** The lines of evidence below an open measure: what proves it, then what did until it ended. Of what the reader may not open only how many there are. */
export function evidenceLines(parent: string, proving: readonly ExplanationNode[], shown: readonly ShownEvidence[], day: Day): NamedExplanation[] {
  const known = new Map(shown.map((one) => [one.id, one]))
  const ids = new Set(proving.map(({ id }) => id))
  const ended = shown.filter(({ id, last }) => !ids.has(id) && last < day).slice(0, mostEnded)
  const lines: NamedExplanation[] = []
  let hidden = 0
  const add = (id: number, contribution: number | null, one: ShownEvidence | undefined) => {
    if (one && !one.open) hidden += 1
    else
      lines.push({
        kind: 'EVIDENCE',
        id,
        path: `${parent}/EVIDENCE:${id}`,
        label: { id, name: one?.name ?? `#${id}`, identifier: one?.identifier ?? null },
        value: null,
        target: null,
        weight: null,
        contribution,
        reasons: one ? [reasonOf(one, contribution !== null || ids.has(id))] : [],
        children: null,
      })
  }
  for (const { id, contribution } of proving) add(id ?? 0, contribution, known.get(id ?? 0))
  for (const one of ended) add(one.id, null, one)
  if (hidden === 0) return lines
  const reasons = [{ code: 'evidence_hidden' as const, params: { count: hidden } }]
  return [
    ...lines,
    {
      kind: 'EVIDENCE',
      id: null,
      path: `${parent}/EVIDENCE:hidden`,
      label: null,
      value: null,
      target: null,
      weight: null,
      contribution: null,
      reasons,
      children: null,
    },
  ]
}
