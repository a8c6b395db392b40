import { everyCampaign } from '#areas/campaigns/server/index.ts'
import { everyAction } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { fileSchema, type DecisionFile } from '#areas/projects/contract/file.ts'
import type { Criticality } from '#areas/projects/contract/isp-project.ts'
import { demandOf } from '#areas/projects/server/settings.ts'
import { parts, readParts } from './parts.ts'

/** The file of a project as it is today: what is kept with a decision. */
export const fileOf = async (tx: Tx, project: number): Promise<DecisionFile> => ({
  day: tx.today,
  parts: await readParts(tx, project),
  missing: await missingOf(tx, project),
})

/** How many of the campaigns and actions that a project as critical as it is must have it does not. */
async function missingOf(tx: Tx, project: number): Promise<NonNullable<DecisionFile['missing']>> {
  const row = await tx.first(
    sql<{ criticality: Criticality | null }>`select criticality from isp_project where customer_id = ${tx.customerId} and id = ${project}`,
  )
  const { policy, questionnaire, models } = await demandOf(tx, row?.criticality ?? null)
  const asked = [policy, questionnaire].filter((id) => id !== null)
  const found = await tx.first(sql<{ policies: number[]; questionnaires: number[]; models: number[] }>`select
    array(select policy_id from ${everyCampaign(tx.customerId)} c where project_id = ${project} and policy_id is not null) as policies,
    array(select questionnaire_id from ${everyCampaign(tx.customerId)} c where project_id = ${project} and questionnaire_id is not null) as questionnaires,
    array(select model_id from ${everyAction(tx.customerId)} a where project_id = ${project} and model_id is not null) as models`)
  const has = Number(policy !== null && found?.policies.includes(policy)) + Number(questionnaire !== null && found?.questionnaires.includes(questionnaire))
  return { campaigns: asked.length - has, actions: models.filter((id) => !found?.models.includes(id)).length }
}

/** A file that was kept; null where what was kept is none. */
export const keptFile = (content: unknown): DecisionFile | null => fileSchema.safeParse(content).data ?? null

/** Files as their reader may see them: of what they may not open, or is gone, they are told that there is something. Whoever reads the whole organisation is told of what is gone. One statement for each part. */
export async function shownFiles(tx: Tx, resources: Resources, files: readonly (DecisionFile | null)[]): Promise<(DecisionFile | null)[]> {
  const whole = tx.who.roles.includes('global_pilote') || tx.who.roles.includes('global_auditor')
  const readable = new Map<string, ReadonlySet<number>>()
  for (const { entity, name } of parts) {
    const ids = [...new Set(files.flatMap((file) => file?.parts.find((part) => part.name === name)?.lines.map(({ id }) => id) ?? []))]
    const { def, rules } = resourceOf(resources, entity)
    if (whole || ids.length === 0 || !can(tx.who, def.rights.read)) continue
    const rows = await tx.run(
      sql<{ id: number }>`select t.id from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.id = any(${ids}::bigint[])
        and coalesce(${asSql(rules.read(rowRef('t'), tx.who))}, false)`,
    )
    readable.set(entity, new Set(rows.map(({ id }) => id)))
  }
  const shown = (file: DecisionFile): DecisionFile => ({
    ...file,
    parts: file.parts.map((part) => ({
      ...part,
      lines: part.lines.map((line) =>
        whole || readable.get(line.entity)?.has(line.id) ? line : { ...line, identifier: null, name_en: null, name_fr: null, hidden: true },
      ),
    })),
  })
  return files.map((file) => file && shown(file))
}
