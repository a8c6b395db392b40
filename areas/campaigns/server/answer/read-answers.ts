import { everyEvidence } from '#areas/evidence/server/index.ts'
import { everyAction } from '#areas/actions/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import type { Given } from '#areas/campaigns/contract/answer-progress.ts'
import { outsideView } from '#areas/campaigns/server/outside/outside-view.ts'

const [a, e, r] = [rowRef('a'), rowRef('e'), rowRef('r')]

/** What was answered in an evaluation, with the evidence that the reader may open and the actions that came of it. One statement. */
export async function answersOf(tx: Tx, resources: Resources, evaluation: number, which: RawBuilder<boolean> = sql<boolean>`true`): Promise<StoredAnswer[]> {
  const { who } = tx
  const view = outsideView(who)
  const readable = (entity: 'evidence' | 'remediation', row: typeof e) => {
    const { rules, def } = resourceOf(resources, entity)
    return who.rights.has(def.rights.read) ? asSql(rules.read(row, who)) : sql<boolean>`false`
  }
  return tx.run(sql<StoredAnswer>`select a.item::int as item, a.version, ${view.answer(sql`a.level`)} as level, ${view.answer(sql`a.value`)} as value, coalesce(${view.answer(sql`a.na`)}, false) as na,
      ${view.answer(sql`a.justification`)} as justification, ${view.answer(sql`a.comment`)} as comment, a.suggested, ${view.by} as by,
      coalesce(a.answered_by_id = ${who.memberId}::bigint, false) as mine, to_json(a.answered_at)#>>'{}' as at, coalesce(v.open, '[]') as evidences, coalesce(v.count, 0)::int as evidence_count,
      coalesce(x.actions, '[]') as actions
    from evaluation_answer a left join member m on m.customer_id = a.customer_id and m.id = a.answered_by_id
      left join lateral (select count(*) as count, jsonb_agg(jsonb_build_object('id', e.id, 'name', coalesce(${localizedText(e, 'name', who.lang)}, e.identifier),
          'identifier', e.identifier) order by e.id) filter (where ${readable('evidence', e)}) as open
        from evaluation_answer_evidence l join ${everyEvidence(tx.customerId)} e on e.id = l.evidence_id
        where l.customer_id = a.customer_id and l.answer_id = a.id) v on true
      left join lateral (select jsonb_agg(jsonb_build_object('id', r.id, 'identifier', ${view.action(sql`r.identifier`)}, 'name', ${view.action(localizedText(r, 'name', who.lang))},
          'status', ${view.action(sql`r.status`)}, 'target_date', ${view.action(sql`r.target_date`)}, 'open', ${readable('remediation', r)}) order by r.id) as actions
        from evaluation_answer_action l join ${everyAction(tx.customerId)} r on r.id = l.remediation_id
        where l.customer_id = a.customer_id and l.answer_id = a.id) x on true
    where a.customer_id = ${tx.customerId} and a.evaluation_id = ${evaluation} and ${which} order by ${a('item')}`)
}

/** An answer as rules look at it, by what it answers, with its version. */
export interface Kept extends Given {
  readonly id: number
  readonly item: number
  readonly version: number
  readonly hidden: boolean
}
