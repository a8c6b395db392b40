import { everyEvidence } from '#areas/evidence/server/index.ts'
import { everyAction } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Question, Structure } from '#areas/questionnaires/contract/structure.ts'
import type { StoredAnswer } from '#areas/campaigns/contract/answer-calls.ts'
import { policyProgress, questionnaireProgress, type Given, type Standing } from '#areas/campaigns/contract/answer-progress.ts'
import { noPart, type AskedPart, type AskedRequirement } from '#areas/campaigns/contract/campaign-items.ts'
import { summedIn, outsideView } from '#areas/campaigns/server/outside/outside-view.ts'
import { headWith, rulesOf, type Head } from './head.ts'
import type { Kept } from './read-answers.ts'

/** An evaluation with all that its answers are judged by, read in one statement so that it is of one moment: `revision` says of which. */
export interface EvaluationState {
  readonly head: Head
  readonly stored: ReadonlyMap<number, Kept>
  /** What is asked, a question with what it says. */
  readonly items: ReadonlyMap<number, Question | null>
  /** Of these, those that accumulators may hide. */
  readonly summed: ReadonlySet<number>
  readonly stand: (answers: ReadonlyMap<number, Given>) => Standing
  readonly writer: string | null
  /** Evidence that was given or is shown already by the answer in question. */
  readonly evidences: readonly { readonly id: number; readonly name: string; readonly identifier: string; readonly open: boolean; readonly shown: boolean }[]
  readonly actions: StoredAnswer['actions']
}

interface More {
  readonly groups: readonly AskedPart[] | null
  readonly requirements: readonly AskedRequirement[] | null
  readonly structure: Structure | null
  readonly elements: Readonly<Record<string, number>> | null
  readonly answers: readonly Kept[]
  readonly writer: string | null
  readonly evidences: EvaluationState['evidences']
  readonly actions: StoredAnswer['actions']
}

const [e, r] = [rowRef('v'), rowRef('r')]

/** One statement, whatever is asked; `item` and `evidences`: of the answer that is about to be written. */
export async function evaluationState(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  item = 0,
  evidences: readonly number[] = [],
): Promise<EvaluationState> {
  const { who } = grant
  const view = outsideView(who)
  const readable = (entity: 'evidence' | 'remediation', row: typeof e) => {
    const { rules, def } = resourceOf(resources, entity)
    return who.rights.has(def.rights.read) ? asSql(rules.read(row, who)) : sql<boolean>`false`
  }
  const at = sql`a.customer_id = e.customer_id and a.evaluation_id = e.id`
  const found = await headWith<More>(
    tx,
    grant,
    id,
    sql`,
      (select jsonb_agg(jsonb_build_object('key', 'G' || g.id, 'parent', 'G' || g.parent_id, 'weight', g.weight) order by g.position, g.id)
        from control_group g where g.customer_id = c.customer_id and g.policy_version_id = c.policy_version_id) as groups,
      (select jsonb_agg(jsonb_build_object('item', k.id, 'part', 'G' || coalesce(k.control_group_id, 0), 'weight', k.weight) order by k.position, k.id)
        from control k where k.customer_id = c.customer_id and k.policy_version_id = c.policy_version_id) as requirements,
      (select q.structure from questionnaire_version q where q.customer_id = c.customer_id and q.questionnaire_id = c.questionnaire_id and q.edition = c.edition) as structure,
      (select jsonb_object_agg(q.key, q.id) from questionnaire_element q where q.customer_id = c.customer_id and q.questionnaire_id = c.questionnaire_id and q.kind = 'QUESTION') as elements,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'item', a.item, 'version', a.version, 'level', a.level, 'value', a.value, 'na', a.na, 'justification', a.justification,
          'comment', a.comment, 'suggested', a.suggested, 'hidden', a.hidden,
          'evidences', (select count(*) from evaluation_answer_evidence l where l.customer_id = a.customer_id and l.answer_id = a.id),
          'actions', (select count(*) from evaluation_answer_action l where l.customer_id = a.customer_id and l.answer_id = a.id))), '[]')
        from evaluation_answer a where ${at}) as answers,
      (select m.name from member m where m.customer_id = e.customer_id and m.id = ${who.memberId}::bigint) as writer,
      (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', coalesce(${localizedText(e, 'name', who.lang)}, v.identifier), 'identifier', v.identifier,
          'open', ${readable('evidence', e)}, 'shown', w.shown) order by v.id), '[]')
        from ${everyEvidence(tx.customerId)} v, lateral (select exists (select 1 from evaluation_answer a join evaluation_answer_evidence l on l.customer_id = a.customer_id and l.answer_id = a.id
          where ${at} and a.item = ${item} and l.evidence_id = v.id) as shown) w
        where v.id = any(${[...evidences]}::bigint[] || array(select l.evidence_id from evaluation_answer a
          join evaluation_answer_evidence l on l.customer_id = a.customer_id and l.answer_id = a.id where ${at} and a.item = ${item}))) as evidences,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'identifier', ${view.action(sql`r.identifier`)}, 'name', ${view.action(localizedText(r, 'name', who.lang))},
          'status', ${view.action(sql`r.status`)}, 'target_date', ${view.action(sql`r.target_date`)}, 'open', ${readable('remediation', r)}) order by r.id), '[]')
        from evaluation_answer a join evaluation_answer_action l on l.customer_id = a.customer_id and l.answer_id = a.id
          join ${everyAction(tx.customerId)} r on r.id = l.remediation_id where ${at} and a.item = ${item}) as actions`,
  )
  const { writer, actions } = found
  const stored = new Map(found.answers.map((one) => [one.item, one]))
  return { head: found, stored: stored, writer, actions, evidences: found.evidences, ...judgeBy(found) }
}

/** What is asked, and what makes answers stand. */
function judgeBy(found: Head & More): Pick<EvaluationState, 'items' | 'stand' | 'summed'> {
  const rules = rulesOf(found)
  const { structure, elements, left_out } = found
  if (structure) {
    const items = structure.sections.flatMap((section) =>
      section.questions.map((question) => ({
        kind: 'QUESTION' as const,
        item: elements?.[question.key] ?? 0,
        part: section.key,
        weight: question.weight,
        question,
      })),
    )
    const parts = structure.sections.map(({ key }) => ({ key, parent: null, identifier: null, name_en: null, name_fr: null, weight: null }))
    return {
      items: new Map(items.map(({ item, question }) => [item, question])),
      summed: summedIn(structure, elements),
      stand: (answers) => questionnaireProgress({ items, parts, structure }, rules, answers),
    }
  }
  const loose: AskedPart = { key: noPart, parent: null, identifier: null, name_en: null, name_fr: null, weight: null }
  const asked = { parts: [...(found.groups ?? []), loose], items: found.requirements ?? [] }
  const left = new Set(left_out.map(Number))
  return {
    items: new Map(asked.items.flatMap(({ item }) => (left.has(item) ? [] : [[item, null] as const]))),
    summed: new Set(),
    stand: (answers) => policyProgress(asked, rules, left, answers),
  }
}
