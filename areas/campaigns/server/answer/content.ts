import { sql } from 'kysely'
import type { Grant } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import type { Content, ContentItem, ContentPart } from '#areas/campaigns/contract/answer-calls.ts'
import { noPart } from '#areas/campaigns/contract/campaign-items.ts'
import { askedQuestions } from '#areas/campaigns/server/campaign-items.ts'
import { changedSince } from './changed-since.ts'
import { closedBy, headOf, type Head } from './head.ts'
import { unseenOf, withoutWorth } from '#areas/campaigns/server/outside/outside-view.ts'
import { evaluationState } from './evaluation-state.ts'
import { answersOf } from './read-answers.ts'

interface Texts {
  readonly parts: ContentPart[]
  readonly items: ContentItem[]
  readonly structure: Structure | null
}

/** All that the answer screen needs: five statements, whatever is asked. */
export async function contentOf(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<Content> {
  const head = await headOf(tx, grant, id)
  const [texts, answers, unseen] = await Promise.all([textsOf(tx, head), answersOf(tx, resources, id), unseenIn(tx, grant, resources, head)])
  const changed = await changedSince(tx, head, texts)
  return { ...shownHead(tx, grant, head), ...(tx.who.outside ? plain(texts) : texts), answers, unseen, changed }
}

/** What changes of it while others answer: two statements. */
export async function changedOf(tx: Tx, grant: Grant, resources: Resources, id: number) {
  const head = await headOf(tx, grant, id)
  const [answers, unseen] = await Promise.all([answersOf(tx, resources, id), unseenIn(tx, grant, resources, head)])
  return { ...shownHead(tx, grant, head), answers, unseen }
}

/** What accumulators hide now, for whoever is not told of them. */
async function unseenIn(tx: Tx, grant: Grant, resources: Resources, { id, questionnaire_id: questionnaire }: Head): Promise<number[]> {
  if (!tx.who.outside || questionnaire === null) return []
  const { stored, stand, summed } = await evaluationState(tx, grant, resources, id)
  return summed.size === 0 ? [] : unseenOf(stand(stored), summed)
}

/** What is asked, without how much it counts. */
const plain = ({ parts, items, structure }: Texts): Texts => ({
  parts,
  items: items.map((item) => ({ ...item, weight: 1 })),
  structure: structure && withoutWorth(structure),
})

function shownHead(tx: Tx, { who }: Grant, head: Head) {
  const closed = closedBy(head, who, tx.today)
  const { id, version, status, due_date, justification, submitted_at, perimeter, campaign, levels, left_out, revision } = head
  return {
    id,
    version,
    status,
    due_date,
    justification,
    submitted_at,
    perimeter,
    campaign,
    levels,
    revision,
    left_out: left_out.map(Number),
    may_answer: closed === null || closed === 'NUMBERS',
    closed_by: closed,
  }
}

async function textsOf(tx: Tx, head: Head): Promise<Texts> {
  const { policy_version_id: version, questionnaire_id: questionnaire, edition } = head
  if (questionnaire !== null && edition !== null) return questionsOf(tx, questionnaire, edition)
  if (version === null) return { parts: [], items: [], structure: null }
  const [parts, items] = await Promise.all([
    tx.run(sql<ContentPart>`select 'G' || g.id as key, 'G' || g.parent_id as parent, g.identifier, g.name_en, g.name_fr
      from control_group g where g.customer_id = ${tx.customerId} and g.policy_version_id = ${version} order by g.position, g.id`),
    tx.run(sql<ContentItem>`select c.id::int as item, 'G' || coalesce(c.control_group_id, 0) as part, c.identifier, c.name_en, c.name_fr, c.description_en, c.description_fr,
        c.typical_evidence as look_at, c.urn is not null as literal, c.weight, null as question
      from control c where c.customer_id = ${tx.customerId} and c.policy_version_id = ${version} order by c.position, c.id`),
  ])
  const loose = items.some(({ part }) => part === noPart)
  return { items, structure: null, parts: loose ? [...parts, { key: noPart, parent: null, identifier: null, name_en: null, name_fr: null }] : parts }
}

async function questionsOf(tx: Tx, questionnaire: number, edition: number): Promise<Texts> {
  const { structure, parts, items } = await askedQuestions(tx, questionnaire, edition)
  return {
    structure,
    parts: parts.map(({ key, parent, identifier, name_en, name_fr }) => ({ key, parent, identifier, name_en, name_fr })),
    items: items.map(({ item, part, weight, question }) => ({
      item,
      part,
      weight,
      question: question.key,
      identifier: question.key,
      look_at: null,
      literal: question.key.startsWith('urn:'),
      name_en: question.text_en,
      name_fr: question.text_fr,
      description_en: question.help_en,
      description_fr: question.help_fr,
    })),
  }
}
