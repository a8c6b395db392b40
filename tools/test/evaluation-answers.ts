import { sql } from 'kysely'
import type { TestApp } from '#app/test/worlds/test-app.ts'
import { resources } from '#app/server/registry.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import { askedBy, type Content } from '#areas/campaigns/server/campaign-items.ts'
import type { AskedRequirement, Asked } from '#areas/campaigns/contract/campaign-items.ts'
import { policyProgress, type AnswerRules, type Given } from '#areas/campaigns/contract/answer-progress.ts'
import { asProgram } from './campaign-world.ts'

const blank = { value: null, justification: null, comment: null, evidences: 0, actions: 0, suggested: false }
const rules: AnswerRules = { comment_required: false, proofs: 'ALLOWED', na_allowed: true, remediation_enabled: false, levels: [] }

/** Writes answers of evaluations straight into their tables, with how each then stands; levels by the place of the requirement, `null` for not applicable. */
export async function answerAll(
  app: TestApp,
  customer: number,
  evaluation: number,
  levels: readonly (number | null)[],
  by: number | null = null,
): Promise<void> {
  await asProgram(
    app,
    customer,
  )(async (tx) => {
    const content = await tx.first(sql<Content & { left_out: number[] }>`select c.policy_version_id, c.questionnaire_id, c.edition, s.left_out from campaign c
      join evaluation e on e.customer_id = c.customer_id and e.campaign_id = c.id join evaluation_standing s on s.customer_id = e.customer_id and s.evaluation_id = e.id
      where c.customer_id = ${customer} and e.id = ${evaluation}`)
    if (!content) throw new Error('No evaluation')
    const asked = await askedBy(tx, content)
    const left = new Set(content.left_out.map(Number))
    const items = asked.items.filter(({ item }) => !left.has(item))
    const given = items.slice(0, levels.length).map(({ item }, n) => ({ item: item, level: levels[n] ?? null, na: levels[n] === null }))
    const answers = new Map(
      given.map(({ item, level, na }): [number, Given] => [item, { ...blank, level, na, justification: na ? 'It does not exist there' : null }]),
    )
    const rows = given.map((one) => ({ ...one, worth: one.level }))
    await tx.run(sql`insert into evaluation_answer (customer_id, evaluation_id, control_id, level, na, justification, worth, complete, answered_by_id)
      select ${customer}::bigint, ${evaluation}::bigint, g.item, g.level, g.na, case when g.na then 'It does not exist there' end, g.worth, true, ${by}::bigint
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (item bigint, level int, na boolean, worth numeric)`)
    const { score, parts, answered } = policyProgress(asked as Asked<AskedRequirement>, rules, left, answers)
    await tx.run(sql`update evaluation_standing set answered = ${answered}, score = ${score}, parts = ${JSON.stringify(parts)}::jsonb, revision = revision + 1, answered_at = moment()
      where customer_id = ${customer} and evaluation_id = ${evaluation}`)
  })
}

/** Moves an evaluation as if somebody had: what only the server writes is given besides. */
export const moved = (app: TestApp, customer: number, evaluation: number, changes: Changes) =>
  asProgram(
    app,
    customer,
  )((tx) => {
    const evaluations = resourceOf(resources, 'evaluation')
    return updateRow(tx, authorizeVerb(tx, evaluations, 'update'), evaluations, resources, evaluation, changes)
  })

/** Answers an evaluation wholly and submits it, as that member did. */
export async function submitted(app: TestApp, customer: number, evaluation: number, levels: readonly (number | null)[], by: number | null): Promise<void> {
  await answerAll(app, customer, evaluation, levels, by)
  await moved(app, customer, evaluation, { status: 'STARTED' })
  await moved(app, customer, evaluation, { status: 'WAITING_VALIDATION', submitted_by: by, submitted_at: new Date() })
}
