import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { z } from 'zod'
import { editionInForce, everyQuestionnaire, makeQuestionnaire, publishedQuestionnaires, versionOf } from '#areas/questionnaires/server/index.ts'
import { structureSchema, type Structure } from '#areas/questionnaires/contract/structure.ts'
import { defaultMonths, registerEntitySchema, type settingsBody, type SupplierSettings } from '#areas/suppliers/contract/settings.ts'
import type { Criticality } from '#areas/suppliers/contract/supplier.ts'
import { refuse } from './iso.ts'
import { supplierClassification } from './starter.ts'

interface Stored {
  readonly months: Partial<Record<Criticality, number>> | null
  readonly entity: unknown
  readonly accumulator: string | null
  readonly version: number
  readonly questionnaire: SupplierSettings['questionnaire']
  readonly evaluated_by: Partial<SupplierSettings['evaluated_by']> | null
}

const [q, e] = [rowRef('q'), rowRef('e')]

const byNone = { CRITICAL: null, HIGH: null, MEDIUM: null, LOW: null }

/** What an organisation has set about its suppliers, or what holds where it has set nothing. */
export async function readSettings(tx: Tx): Promise<SupplierSettings> {
  const row = await tx.first(sql<Stored>`select t.months, t.entity, t.accumulator, t.version,
      case when q.id is not null then jsonb_build_object('id', q.id, 'name', ${localizedText(q, 'name', tx.who.lang)}, 'identifier', q.identifier) end as questionnaire,
      (select jsonb_object_agg(l.key, jsonb_build_object('id', e.id, 'name', ${localizedText(e, 'name', tx.who.lang)}, 'identifier', e.identifier))
        from jsonb_each_text(t.evaluated_by) l join ${everyQuestionnaire(tx.customerId)} e on e.id = l.value::bigint) as evaluated_by
    from supplier_setting t left join ${everyQuestionnaire(tx.customerId)} q on q.id = t.questionnaire_id where t.customer_id = ${tx.customerId}`)
  return {
    months: { ...defaultMonths, ...row?.months },
    questionnaire: row?.questionnaire ?? null,
    accumulator: row?.accumulator ?? null,
    evaluated_by: { ...byNone, ...row?.evaluated_by },
    entity: registerEntitySchema.parse(row?.entity ?? {}),
    version: row?.version ?? 0,
  }
}

/** How many months lie between two evaluations, by criticality. */
export async function monthsOf(tx: Tx): Promise<Readonly<Record<Criticality, number>>> {
  const row = await tx.first(sql<Pick<Stored, 'months'>>`select months from supplier_setting where customer_id = ${tx.customerId}`)
  return { ...defaultMonths, ...row?.months }
}

/** The version in force of what classifies suppliers, and the accumulator that does; undefined where they are classified by hand. */
export async function askedNow(tx: Tx): Promise<{ questionnaire: number; accumulator: string; edition: number; structure: Structure } | undefined> {
  const row = await tx.first(sql<{ questionnaire: number; accumulator: string; edition: number }>`select q.id as questionnaire, t.accumulator, q.edition
    from supplier_setting t join ${everyQuestionnaire(tx.customerId)} q on q.id = t.questionnaire_id
    where t.customer_id = ${tx.customerId} and t.accumulator is not null and q.edition is not null`)
  if (!row) return undefined
  const { structure } = await versionOf(tx, row.questionnaire, row.edition)
  return { ...row, structure }
}

/** Until the end of the transaction nobody else changes them. */
async function hold(tx: Tx): Promise<void> {
  await tx.run(sql`insert into supplier_setting (customer_id) values (${tx.customerId}) on conflict do nothing`)
  await tx.run(sql`select 1 from supplier_setting where customer_id = ${tx.customerId} for no key update`)
}

/** Changes them; throws INVALID where the questionnaire is not published or its accumulator names no level, STALE where somebody else has. */
export async function writeSettings(tx: Tx, { version, ...given }: z.output<typeof settingsBody>): Promise<SupplierSettings> {
  await hold(tx)
  const current = await readSettings(tx)
  if (version !== undefined && version !== current.version) throw new AppError('STALE', 'kit.errors.stale', { object: current })
  const questionnaire = given.questionnaire === undefined ? (current.questionnaire?.id ?? null) : given.questionnaire
  const accumulator = questionnaire === null ? null : given.accumulator === undefined ? current.accumulator : given.accumulator
  if (questionnaire !== null && (given.questionnaire !== undefined || given.accumulator !== undefined)) await guardAsked(tx, questionnaire, accumulator)
  if (given.evaluated_by) await guardEvaluating(tx, given.evaluated_by)
  const by = given.evaluated_by ?? Object.fromEntries(Object.entries(current.evaluated_by).map(([level, one]) => [level, one?.id ?? null]))
  const evaluatedBy = Object.fromEntries(Object.entries(by).filter(([, one]) => one !== null))
  const months = { ...current.months, ...given.months }
  const entity = { ...current.entity, ...given.entity }
  await tx.run(sql`update supplier_setting set months = ${JSON.stringify(months)}::jsonb, entity = ${JSON.stringify(entity)}::jsonb, evaluated_by = ${JSON.stringify(evaluatedBy)}::jsonb,
      questionnaire_id = ${questionnaire}, accumulator = ${accumulator}, version = version + 1 where customer_id = ${tx.customerId}`)
  tx.audit({ entity: 'customer', object_id: tx.customerId, action: 'settings', details: JSON.stringify(given) })
  return readSettings(tx)
}

/** Suppliers are evaluated by what is published. */
async function guardEvaluating(tx: Tx, by: Readonly<Record<string, number | null>>): Promise<void> {
  const known = await tx.run(
    sql<{
      id: number
    }>`select q.id from ${publishedQuestionnaires(tx.customerId)} q where q.id = any(${Object.values(by).filter((one) => one !== null)}::bigint[])`,
  )
  const wrong = Object.entries(by).filter(([, one]) => one !== null && !known.some(({ id }) => id === one))
  refuse(wrong.map(([level]) => [`evaluated_by.${level}`, 'suppliers.errors.not_published']))
}

async function guardAsked(tx: Tx, questionnaire: number, accumulator: string | null): Promise<void> {
  const edition = await editionInForce(tx, questionnaire)
  if (edition === undefined) throw invalidField('questionnaire', 'kit.errors.missing_reference')
  if (edition === null) throw invalidField('questionnaire', 'suppliers.errors.not_published')
  const { structure } = await versionOf(tx, questionnaire, edition)
  if (!structure.accumulators.some(({ key, levels }) => key === accumulator && levels.length > 0))
    throw invalidField('accumulator', 'suppliers.errors.no_levels')
}

/** Makes the questionnaire that comes with the product the organisation's own, and classifies by it; once, whoever else asks for it at the same moment, and nothing where one is chosen. */
export async function useStarter(tx: Tx, resources: Resources): Promise<SupplierSettings> {
  await hold(tx)
  const current = await readSettings(tx)
  if (current.questionnaire !== null) return current
  const { accumulator, changes, structure } = supplierClassification
  const questionnaire = await makeQuestionnaire(tx, resources, {
    changes: { ...changes },
    structure: structureSchema.parse(structure),
    action: 'starter',
    published: true,
  })
  return writeSettings(tx, { questionnaire, accumulator })
}
