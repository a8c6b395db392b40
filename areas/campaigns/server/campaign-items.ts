import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Structure } from '#areas/questionnaires/contract/structure.ts'
import { versionOf } from '#areas/questionnaires/server/index.ts'
import { noPart, type Asked, type AskedPart, type AskedQuestion, type AskedRequirement } from '#areas/campaigns/contract/campaign-items.ts'

/** What names the content of a campaign; of one that is not ready yet, what is in force today. */
export interface Content {
  readonly policy_version_id: number | null
  readonly questionnaire_id: number | null
  readonly edition: number | null
}

/** The requirements of a version of a policy with their groups, in the order of the text: two statements. */
export async function askedRequirements(tx: Tx, version: number): Promise<Asked<AskedRequirement>> {
  const parts = await tx.run(sql<AskedPart>`select 'G' || g.id as key, 'G' || g.parent_id as parent, g.identifier, g.name_en, g.name_fr, g.weight
    from control_group g where g.customer_id = ${tx.customerId} and g.policy_version_id = ${version} order by g.position, g.id`)
  const items =
    await tx.run(sql<AskedRequirement>`select 'REQUIREMENT' as kind, c.id as item, 'G' || coalesce(c.control_group_id, 0) as part, c.weight, c.lineage_id as lineage,
      c.identifier, c.name_en, c.name_fr
    from control c where c.customer_id = ${tx.customerId} and c.policy_version_id = ${version} order by c.position, c.id`)
  const loose = items.some(({ part }) => part === noPart)
  return { items, parts: loose ? [...parts, { key: noPart, parent: null, identifier: null, name_en: null, name_fr: null, weight: null }] : parts }
}

/** The questions of a version of a questionnaire with its document: two statements. Throws NOT_FOUND where there is no such version. */
export async function askedQuestions(tx: Tx, questionnaire: number, edition: number): Promise<Asked<AskedQuestion> & { structure: Structure }> {
  const { structure } = await versionOf(tx, questionnaire, edition)
  const rows = await tx.run(sql<{ id: number; key: string }>`select id, key from questionnaire_element
    where customer_id = ${tx.customerId} and questionnaire_id = ${questionnaire} and kind = 'QUESTION'`)
  const ids = new Map(rows.map(({ id, key }) => [key, id]))
  return {
    structure,
    parts: structure.sections.map(({ key, title_en, title_fr, weight }) => ({
      key,
      parent: null,
      identifier: null,
      name_en: title_en,
      name_fr: title_fr,
      weight,
    })),
    items: structure.sections.flatMap((section) =>
      section.questions.map((question) => ({
        kind: 'QUESTION' as const,
        item: ids.get(question.key) ?? 0,
        part: section.key,
        weight: question.weight,
        question,
      })),
    ),
  }
}

/** What a campaign asks, whichever it is about. */
export async function askedBy(tx: Tx, { policy_version_id, questionnaire_id, edition }: Content): Promise<Asked> {
  if (questionnaire_id !== null && edition !== null) return askedQuestions(tx, questionnaire_id, edition)
  return policy_version_id === null ? { parts: [], items: [] } : askedRequirements(tx, policy_version_id)
}
