import { everyVersion } from '#areas/policies/server/index.ts'
import { levelShown, scaleLevels } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { worthLevels } from '#areas/campaigns/contract/result-score.ts'
import { campaignRules } from '#areas/campaigns/server/rules.ts'

type Shown = CampaignResult['campaign']
/** What is known of a campaign when its results are read. */
export interface CampaignHead extends Omit<Shown, 'items' | 'target'> {
  readonly target_value: number | null
  readonly target_level: number | null
  readonly policy_id: number | null
  readonly policy_version_id: number | null
  readonly questionnaire_id: number | null
  readonly edition: number | null
  readonly copied_from_id: number | null
  readonly levels: CampaignResult['levels']
  readonly evaluations: number
}

const c = rowRef('c')

/** Campaigns that the reader may see, of these; in no order. */
export function headsOf(tx: Tx, { who }: Grant, ids: readonly number[]): Promise<CampaignHead[]> {
  const named = (entity: 'policy' | 'questionnaire') =>
    sql`(select jsonb_build_object('id', r.id, 'name', ${localizedText(rowRef('r'), 'name', who.lang)}) from ${sql.table(entity)} r
      where r.customer_id = c.customer_id and r.id = ${c(`${entity}_id`)})`
  return tx.run(sql<CampaignHead>`select c.id, c.identifier, ${localizedText(c, 'name', who.lang)} as name, c.status, c.campaign_source, c.date_start::text as date_start,
      c.limit_date_evaluation::text as limit_date_evaluation, c.closed_on::text as closed_on, c.target_value, c.target_level, c.policy_id, c.policy_version_id,
      c.questionnaire_id, c.edition, c.copied_from_id, ${named('policy')} as policy, ${named('questionnaire')} as questionnaire,
      coalesce((select v.number::text from ${everyVersion(sql`c.customer_id`)} v where v.id = c.policy_version_id), c.edition::text) as version,
      (select coalesce(jsonb_agg(${levelShown(rowRef('l'))} order by l.value), '[]')
        from ${scaleLevels(sql`c.customer_id`, sql`c.eval_scale_id`)} l where l.value is not null) as levels,
      (select count(*)::int from evaluation x where x.customer_id = c.customer_id and x.campaign_id = c.id) as evaluations
    from campaign c where c.customer_id = ${tx.customerId} and c.id = any(${[...ids]}::bigint[]) and coalesce(${asSql(campaignRules.read(c, who))}, false)`)
}

/** One of them; throws NOT_FOUND where there is none for the reader. */
export async function headOf(tx: Tx, grant: Grant, id: number): Promise<CampaignHead> {
  const [head] = await headsOf(tx, grant, [id])
  if (!head) throw notFound()
  return head
}

const worthColors = ['#d9453d', '#dd6f2e', '#d9a321', '#86b35b', '#1f9d63'] as const
/** Whether answers are told by the levels of the scale. Of a questionnaire only some questions may ask for one: its answers are told by what they are worth. */
export const isScaled = ({ levels, questionnaire_id: questionnaire }: Pick<CampaignHead, 'levels' | 'questionnaire_id'>): boolean =>
  levels.length > 0 && questionnaire === null

/** The levels in which answers are told: those of the scale, else what they are worth. */
export const levelsShown = (head: Pick<CampaignHead, 'levels' | 'questionnaire_id'>): CampaignResult['levels'] =>
  isScaled(head) ? head.levels : worthLevels.map((value, n) => ({ value, name_en: null, name_fr: null, color: worthColors[n] ?? null }))

/** Others on the same policy or questionnaire, newest first; and the one that came before: what it repeats, else the last that began earlier. */
export async function comparableOf(tx: Tx, { who }: Grant, head: CampaignHead): Promise<{ id: number; name: string | null; date: string | null }[]> {
  const same = head.questionnaire_id === null ? sql`c.policy_id = ${head.policy_id}::bigint` : sql`c.questionnaire_id = ${head.questionnaire_id}::bigint`
  return tx.run(sql<{
    id: number
    name: string | null
    date: string | null
  }>`select c.id, ${localizedText(c, 'name', who.lang)} as name, c.date_start::text as date
    from campaign c where c.customer_id = ${tx.customerId} and ${same} and c.id <> ${head.id} and c.status in ('STARTED', 'FINISHED')
      and coalesce(${asSql(campaignRules.read(c, who))}, false) order by c.date_start desc nulls last, c.id desc limit 50`)
}

/** Which of them came before. */
export function beforeOf(head: CampaignHead, others: readonly { id: number; date: string | null }[]): number | undefined {
  if (others.some(({ id }) => id === head.copied_from_id)) return head.copied_from_id ?? undefined
  return others.find(({ id, date }) => (date ?? '') < (head.date_start ?? '') || (date === head.date_start && id < head.id))?.id
}
