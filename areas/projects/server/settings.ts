import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import type { Reference } from '#kit/contract/field.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { structureSchema, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { editionInForce, makeQuestionnaire, projectClassification, publishedQuestionnaires, versionOf } from '#areas/questionnaires/server/index.ts'
import type { ProjectSettings, writeProjectSettings } from '#areas/projects/contract/classify-calls.ts'
import { criticalities, type Criticality } from '#areas/projects/contract/isp-project.ts'

export interface Demand {
  readonly policy: number | null
  readonly questionnaire: number | null
  readonly models: readonly number[]
  readonly target_level: number | null
}
const nothing: Demand = { policy: null, questionnaire: null, models: [], target_level: null }
interface Stored {
  readonly questionnaire: number | null
  readonly accumulator: string | null
  readonly demands: Readonly<Partial<Record<Criticality, Demand>>>
  readonly version: number
}

const stored = async (tx: Tx): Promise<Stored> =>
  (await tx.first(
    sql<Stored>`select questionnaire_id as questionnaire, accumulator, demands, version from isp_setting where customer_id = ${tx.customerId}`,
  )) ?? { questionnaire: null, accumulator: null, demands: {}, version: 0 }

/** What a project of a criticality must do. */
export const demandOf = async (tx: Tx, criticality: Criticality | null): Promise<Demand> =>
  criticality === null ? nothing : ((await stored(tx)).demands[criticality] ?? nothing)

/** What these are called, by their ids; what is gone is left out. */
export async function namesOf(
  tx: Tx,
  entity: 'policy' | 'questionnaire' | 'remediation_model',
  ids: readonly number[],
): Promise<ReadonlyMap<number, Reference>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.run(
    sql<Reference>`select t.id, ${localizedText(rowRef('t'), 'name', tx.who.lang)} as name, t.identifier from ${sql.table(entity)} t
      where t.customer_id = ${tx.customerId} and t.id = any(${[...new Set(ids)]}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** What an organisation has set about its projects, with names. */
export async function readSettings(tx: Tx): Promise<ProjectSettings> {
  const row = await stored(tx)
  const all = criticalities.map((of) => row.demands[of] ?? nothing)
  const some = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null)
  const policies = await namesOf(tx, 'policy', some(all.map(({ policy }) => policy)))
  const questionnaires = await namesOf(tx, 'questionnaire', some([row.questionnaire, ...all.map(({ questionnaire }) => questionnaire)]))
  const models = await namesOf(
    tx,
    'remediation_model',
    all.flatMap((one) => one.models),
  )
  const describeDemand = (of: Criticality) => {
    const one = row.demands[of] ?? nothing
    return {
      policy: policies.get(one.policy ?? 0) ?? null,
      questionnaire: questionnaires.get(one.questionnaire ?? 0) ?? null,
      models: one.models.flatMap((id) => models.get(id) ?? []),
      target_level: one.target_level,
    }
  }
  return {
    questionnaire: questionnaires.get(row.questionnaire ?? 0) ?? null,
    accumulator: row.accumulator,
    demands: { CRITICAL: describeDemand('CRITICAL'), HIGH: describeDemand('HIGH'), MEDIUM: describeDemand('MEDIUM'), LOW: describeDemand('LOW') },
    version: row.version,
  }
}

type Given = z.output<NonNullable<(typeof writeProjectSettings)['body']>>

/** Until the end of the transaction nobody else changes them. */
async function hold(tx: Tx): Promise<void> {
  await tx.run(sql`insert into isp_setting (customer_id, version) values (${tx.customerId}, 0) on conflict do nothing`)
  await tx.run(sql`select 1 from isp_setting where customer_id = ${tx.customerId} for no key update`)
}

/** Changes them; throws INVALID where what is named is not there, or its accumulator names no level, STALE where somebody else has. */
export async function writeSettings(tx: Tx, { version, ...given }: Given): Promise<ProjectSettings> {
  await hold(tx)
  const current = await stored(tx)
  if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: await readSettings(tx) })
  const questionnaire = given.questionnaire === undefined ? current.questionnaire : given.questionnaire
  const accumulator = questionnaire === null ? null : given.accumulator === undefined ? current.accumulator : given.accumulator
  if (questionnaire !== null && (given.questionnaire !== undefined || given.accumulator !== undefined)) await guardAsked(tx, questionnaire, accumulator)
  const demands = { ...current.demands, ...given.demands }
  for (const one of Object.values(given.demands ?? {})) {
    for (const [field, ids] of [
      ['policy', [one.policy]],
      ['questionnaire', [one.questionnaire]],
      ['remediation_model', one.models],
    ] as const) {
      const named: number[] = ids.flatMap((id) => id ?? [])
      if ((await namesOf(tx, field, named)).size < new Set(named).size) throw invalidField('demands', 'kit.errors.missing_reference')
    }
  }
  await tx.run(sql`update isp_setting set questionnaire_id = ${questionnaire}::bigint, accumulator = ${accumulator}, demands = ${JSON.stringify(demands)}::jsonb,
      version = version + 1 where customer_id = ${tx.customerId}`)
  tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'settings', details: JSON.stringify(given) })
  return readSettings(tx)
}

/** Makes the questionnaire that comes with the product the organisation's own, and classifies by it; once, whoever else asks for it at the same moment, and nothing where one is chosen. */
export async function takeStarter(tx: Tx, resources: Resources): Promise<ProjectSettings> {
  await hold(tx)
  const current = await readSettings(tx)
  if (current.questionnaire !== null) return current
  const questionnaire = await makeQuestionnaire(tx, resources, {
    changes: { usage: 'PROJECT_CLASSIFICATION', name_en: 'Project classification', name_fr: 'Classification de projet' },
    structure: structureSchema.parse(projectClassification),
    action: 'starter',
    published: true,
  })
  return writeSettings(tx, { questionnaire, accumulator: 'CRIT' })
}

async function guardAsked(tx: Tx, questionnaire: number, accumulator: string | null): Promise<void> {
  const edition = await editionInForce(tx, questionnaire)
  if (edition === undefined) throw invalidField('questionnaire', 'kit.errors.missing_reference')
  if (edition === null) throw invalidField('questionnaire', 'projects.errors.not_published')
  const { structure } = await versionOf(tx, questionnaire, edition)
  if (!structure.accumulators.some(({ key, levels }) => key === accumulator && levels.length > 0))
    throw invalidField('accumulator', 'projects.errors.no_levels')
}

/**
 * The version in force of what classifies projects, and the accumulator that does: the one that was chosen, else the first questionnaire that is published for
 * that, with its first accumulator that names levels; undefined where projects are classified by hand.
 */
export async function askedNow(tx: Tx): Promise<{ questionnaire: number; accumulator: string; edition: number; structure: Structure } | undefined> {
  const row = await tx.first(sql<{ questionnaire: number; accumulator: string | null; edition: number }>`select q.id as questionnaire,
      case when q.id = t.questionnaire_id then t.accumulator end as accumulator, q.edition
    from ${publishedQuestionnaires(tx.customerId)} q left join isp_setting t on t.customer_id = q.customer_id
    where (q.id = t.questionnaire_id or t.questionnaire_id is null and q.usage = 'PROJECT_CLASSIFICATION')
    order by q.id limit 1`)
  if (!row) return undefined
  const { structure } = await versionOf(tx, row.questionnaire, row.edition)
  const accumulator = row.accumulator ?? structure.accumulators.find(({ levels }) => levels.length > 0)?.key
  return accumulator === undefined ? undefined : { ...row, accumulator, structure }
}
