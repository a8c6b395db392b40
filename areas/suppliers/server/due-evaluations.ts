import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { DueGroup } from '#areas/suppliers/contract/calls.ts'
import { evaluationNear, type Criticality } from '#areas/suppliers/contract/supplier.ts'
import { publishedQuestionnaires } from '#areas/questionnaires/server/index.ts'
import { isAsked } from './derived.ts'
import { supplierRules } from './rules.ts'

const [s, q] = [rowRef('s'), rowRef('q')]

interface Due {
  readonly id: number
  readonly name: string
  readonly perimeter: number
  readonly criticality: Criticality | null
  readonly day: string
  readonly questionnaire: { readonly id: number; readonly name: string } | null
}

interface Planned {
  readonly name: string
  readonly fallback: number | null
  readonly limit: string | null
}

/** Who of those that the reader may change is to be evaluated by now or soon, with the questionnaire that the organisation has for them: as `supplier.due` counts. */
async function dueNow(tx: Tx): Promise<Due[]> {
  return tx.run(sql<Due>`select s.id, ${localizedText(s, 'name', tx.who.lang)} as name, s.perimeter_id as perimeter, s.criticality, s.next_evaluation::text as day,
      case when q.id is not null then jsonb_build_object('id', q.id, 'name', ${localizedText(q, 'name', tx.who.lang)}) end as questionnaire
    from supplier s left join supplier_setting t on t.customer_id = s.customer_id
      left join ${publishedQuestionnaires(tx.customerId)} q on q.id = (t.evaluated_by ->> s.criticality)::bigint
    where s.customer_id = ${tx.customerId} and s.status <> 'ENDED' and s.next_evaluation <= ${tx.today}::date + ${evaluationNear}::int
      and not ${isAsked(s)} and coalesce(${asSql(supplierRules.update(s, tx.who))}, false)
    order by s.next_evaluation, s.id`)
}

/** The same by questionnaire; those that have none come last. */
export async function dueGroups(tx: Tx): Promise<DueGroup[]> {
  const groups = Map.groupBy(await dueNow(tx), ({ questionnaire }) => questionnaire?.id ?? 0)
  return [...groups]
    .toSorted(([a], [b]) => (a === 0 ? 1 : 0) - (b === 0 ? 1 : 0))
    .map(([, of]) => ({
      questionnaire: of[0]?.questionnaire ?? null,
      suppliers: of.map(({ id, name, criticality, day }) => ({ id, name, criticality, day })),
    }))
}

/**
 * Plans a campaign for each questionnaire, with the suppliers that are due by it; `fallback` is asked of those for whose criticality none is set. Whoever is asked by then is not due
 * any more, so that nobody is asked twice: one at a time.
 */
export async function planDue(tx: Tx, resources: Resources, { name, fallback, limit }: Planned): Promise<{ campaigns: number[]; suppliers: number }> {
  await takeTurn(tx, 'supplier campaign')
  const due = await dueNow(tx)
  if (due.length === 0) throw new AppError('CONFLICT', 'suppliers.errors.nobody_due')
  const asked = Map.groupBy(due, ({ questionnaire }) => questionnaire?.id ?? fallback ?? 0)
  if (asked.has(0)) throw new AppError('CONFLICT', 'suppliers.errors.no_questionnaire')
  const campaigns = resourceOf(resources, 'campaign')
  const grant = authorizeVerb(tx, campaigns, 'create')
  const made: number[] = []
  for (const [questionnaire, of] of asked) {
    const by = asked.size > 1 ? of[0]?.questionnaire?.name : undefined
    const { id } = await createRow(tx, grant, campaigns, resources, {
      [`name_${tx.who.lang}`]: by === undefined ? name : `${name} – ${by}`.slice(0, 255),
      campaign_source: 'QUESTIONNAIRE',
      questionnaire,
      scope: 'PERIMETERS',
      perimeters: of.map(({ perimeter }) => perimeter),
      external_codes: true,
      evaluates_suppliers: true,
      manager: tx.who.memberId,
      ...(limit !== null && { limit_date_evaluation: limit }),
    })
    made.push(id)
  }
  return { campaigns: made, suppliers: due.length }
}
