import { everyActionModel } from '#areas/catalog/server/index.ts'
import { everyQuestionnaire } from '#areas/questionnaires/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { AppError, type FieldMessages } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Answers } from '#areas/questionnaires/contract/play.ts'
import type { DemandLine, KeptClassification } from '#areas/projects/contract/classify-calls.ts'
import { classify } from '#areas/projects/contract/classification.ts'
import type { Criticality } from '#areas/projects/contract/isp-project.ts'
import { planOf } from './decide.ts'
import { askedNow, demandOf, namesOf } from './settings.ts'

const q = rowRef('q')
/** How many are told: each stays, the history of the record says when. */
const historyLimit = 20

/** What was answered of a project each time, the latest first. */
export const keptOf = async (tx: Tx, project: number): Promise<KeptClassification[]> =>
  (
    await tx.run(sql<Omit<KeptClassification, 'at'> & { at: Date }>`select c.answers, c.edition, c.criticality, c.accumulators, c.created_at as at,
        nullif(concat_ws(' ', m.firstname, m.lastname), '') as author,
        jsonb_build_object('id', q.id, 'name', ${localizedText(q, 'name', tx.who.lang)}, 'identifier', q.identifier) as questionnaire
      from isp_classification c join ${everyQuestionnaire(tx.customerId)} q on q.id = c.questionnaire_id
        left join member m on m.customer_id = c.customer_id and m.id = c.author_id
      where c.customer_id = ${tx.customerId} and c.project_id = ${project} order by c.id desc limit ${historyLimit}`)
  ).map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))

/** What is asked today, with its name. */
export async function askedOfProjects(tx: Tx) {
  const asked = await askedNow(tx)
  const named = asked && (await namesOf(tx, 'questionnaire', [asked.questionnaire])).get(asked.questionnaire)
  return asked && named ? { ...asked, questionnaire: named } : null
}

/** Says how critical a project is by what was answered, and what level it aims at from then on. Throws CONFLICT where nothing is asked or another version is, INVALID with the questions that are missing. */
export async function answerClassification(
  tx: Tx,
  resources: Resources,
  project: number,
  { edition, answers }: { readonly edition: number; readonly answers: Answers },
): Promise<KeptClassification | undefined> {
  const resource = resourceOf(resources, 'isp_project')
  const asked = await askedNow(tx)
  const found = asked && classify(asked.structure, asked.accumulator, answers)
  if (!asked || !found) throw new AppError('CONFLICT', 'projects.errors.nothing_asked')
  if (asked.edition !== edition) throw new AppError('CONFLICT', 'projects.errors.other_edition')
  const { criticality, standings, missing } = found
  if (missing.length > 0) {
    const fields: FieldMessages = Object.fromEntries(missing.map((key) => [key, [{ key: 'kit.errors.mandatory' }]]))
    throw new AppError('INVALID', 'kit.errors.check_inputs', { fields })
  }
  const { target_level: level } = await demandOf(tx, criticality)
  const changes = { criticality, classified_on: tx.today, criticality_reason: null, ...(level !== null && { target_level: level }) }
  await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, project, changes, { action: 'classify' })
  await tx.run(sql`insert into isp_classification (customer_id, project_id, questionnaire_id, edition, answers, accumulators, criticality, author_id)
    values (${tx.customerId}, ${project}, ${asked.questionnaire}, ${edition}, ${JSON.stringify(answers)}::jsonb, ${JSON.stringify(standings)}::jsonb, ${criticality},
      ${tx.who.memberId})`)
  return (await keptOf(tx, project))[0]
}

/** What a project must do as critical as it is, and which campaign or action of it answers each; one that the reader may not open is marked as hidden. */
export async function demandsOf(tx: Tx, resources: Resources, project: number, criticality: Criticality | null): Promise<DemandLine[]> {
  const demand = await demandOf(tx, criticality)
  const t = rowRef('t')
  const had = (kind: DemandLine['kind'], entity: 'campaign' | 'remediation', by: RawBuilder<unknown>) => {
    const { def, rules } = resourceOf(resources, entity)
    const open = can(tx.who, def.rights.read) ? sql`coalesce(${asSql(rules.read(t, tx.who))}, false)` : sql`false`
    return sql`select ${kind} as kind, ${by} as of, jsonb_build_object('id', t.id, 'name', t.identifier)
        || case when ${open} then '{}'::jsonb else '{"hidden": true}' end as done
      from ${sql.table(entity)} t where t.customer_id = ${tx.customerId} and t.project_id = ${project} and ${by} is not null`
  }
  const have = await tx.run(
    sql<{ kind: DemandLine['kind']; of: number; done: Reference }>`${had('POLICY', 'campaign', sql`t.policy_id`)}
      union all ${had('QUESTIONNAIRE', 'campaign', sql`t.questionnaire_id`)} union all ${had('ACTION', 'remediation', sql`t.model_id`)}`,
  )
  const lines = async (kind: DemandLine['kind'], entity: 'policy' | 'questionnaire' | 'remediation_model', ids: readonly (number | null)[]) => {
    const named = await namesOf(
      tx,
      entity,
      ids.filter((id) => id !== null),
    )
    return [...named.values()].map(({ id, name }): DemandLine => ({
      kind,
      id,
      name,
      done: have.find((one) => one.kind === kind && one.of === id)?.done ?? null,
    }))
  }
  return [
    ...(await lines('POLICY', 'policy', [demand.policy])),
    ...(await lines('QUESTIONNAIRE', 'questionnaire', [demand.questionnaire])),
    ...(await lines('ACTION', 'remediation_model', demand.models)),
  ]
}

/** Makes what is missing: a draft of a campaign for what is asked, an action for each model, in the project's plan. The plan is held first, then the project (docs/decisions/0017). */
export async function prepare(tx: Tx, resources: Resources, id: number): Promise<{ campaigns: number; actions: number }> {
  const [projects, actions, campaigns] = [resourceOf(resources, 'isp_project'), resourceOf(resources, 'remediation'), resourceOf(resources, 'campaign')]
  const lacking = async (criticality: unknown) =>
    (await demandsOf(tx, resources, id, (criticality as Criticality | null) ?? null)).filter(({ done }) => done === null)
  const { criticality } = await getRow(tx, authorizeVerb(tx, projects, 'read'), projects, resources, id)
  const program = (await lacking(criticality)).some(({ kind }) => kind === 'ACTION') ? await planOf(tx, id) : null
  const row = await lockRow(tx, authorizeVerb(tx, projects, 'update'), projects, resources, id, 'update')
  // Looked at again now that nobody else prepares it: of two who do so at once the second finds it done.
  const missing = await lacking(row.criticality)
  const names = { name_en: row.name_en, name_fr: row.name_fr }
  const place = row.perimeter_id === null ? { scope: 'TAG', tag: row.tag_id } : { scope: 'PERIMETERS', perimeters: [row.perimeter_id] }
  let [asked, planned] = [0, 0]
  for (const one of missing) {
    if (one.kind === 'ACTION') {
      const model = await tx.first(sql<{ name_en: string | null; name_fr: string | null; description: string | null }>`select name_en, name_fr,
          ${localizedText(rowRef('t'), 'description', tx.who.lang)} as description from ${everyActionModel(tx.customerId)} t where t.id = ${one.id}`)
      if (!model) continue
      await createRow(tx, authorizeVerb(tx, actions, 'create'), actions, resources, {
        ...model,
        program,
        perimeter: row.perimeter_id,
        manager: row.manager_id,
        target_date: row.target_date,
        model: one.id,
        source_object: { entity: 'isp_project', id },
      })
      planned += 1
    } else {
      await createRow(tx, authorizeVerb(tx, campaigns, 'create'), campaigns, resources, {
        ...names,
        campaign_source: 'PROJECT',
        project: id,
        [one.kind === 'POLICY' ? 'policy' : 'questionnaire']: one.id,
        ...place,
      })
      asked += 1
    }
  }
  return { campaigns: asked, actions: planned }
}
