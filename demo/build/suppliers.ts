import { answerClassification, useStarter as takeStarter, writeSettings } from '#areas/suppliers/server/index.ts'
import type { Supplier } from '#demo/content/supplier-types.ts'
import type { Text } from '#demo/content/types.ts'
import { sql } from 'kysely'
import type { Happening } from './happening.ts'
import { inBoth, type Session, type Site } from './site.ts'

/** When the first organisation wrote its suppliers down, and said how critical they are. */
const [chosen, written, joined] = [-63, -58, -57]

/** The register of suppliers, as its pilot filled it in. */
export function suppliersOf(site: Site): Happening[] {
  const { suppliers = [] } = site.content
  if (suppliers.length === 0) return []
  const one = (day: number, run: (session: Session) => Promise<unknown>): Happening => ({ day, what: 'keep', by: site.pilot, run })
  return [
    one(chosen, choose),
    ...suppliers.map((supplier) => one(written, (session) => fill(session, supplier))),
    // Once all of them are there.
    ...suppliers.filter(({ subcontractors }) => subcontractors.length > 0).map((supplier) => one(joined, (session) => join(session, supplier))),
  ]
}

/** What classifies suppliers ships with the product; so does what evaluates them, whatever their criticality. */
async function choose({ tx, resources }: Session): Promise<void> {
  await takeStarter(tx, resources)
  const asked = await tx.first(
    sql<{ id: number }>`select id from questionnaire where customer_id = ${tx.customerId} and usage = 'EVALUATION' and edition is not null order by id limit 1`,
  )
  if (asked) await writeSettings(tx, { evaluated_by: { CRITICAL: asked.id, HIGH: asked.id, MEDIUM: asked.id, LOW: asked.id } })
}

const isText = (value: unknown): value is Text => typeof value === 'object' && value !== null && 'en' in value && 'fr' in value

async function fill(session: Session, supplier: Supplier): Promise<void> {
  const { site, tx } = session
  const { perimeter, manager, company, answers, criticality, evaluated, contacts, services, contracts, certificates } = supplier
  const found = await tx.first(
    sql<{ id: number }>`select id from supplier where customer_id = ${site.customerId} and perimeter_id = ${site.id('perimeter', perimeter)}`,
  )
  if (!found) throw new Error(`${perimeter} is no supplier`)
  const { id } = found
  site.note('supplier', perimeter, id)
  /** What is said in both languages, where there is room for one. */
  const translateFields = (fields: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, isText(value) ? site.translate(value) : value]))
  const held = []
  for (const { kind, name, until, scope } of certificates) {
    const evidence = await session.create('evidence', `certificate ${name.en}`, {
      ...inBoth('name', name),
      url: `https://certificats.tessandre.example/${perimeter}`,
      effective_date: site.dateAt(until - 1095),
      valid_until: site.dateAt(until),
      perimeter: site.id('perimeter', perimeter),
      ...(manager && { manager: site.id('member', manager) }),
    })
    held.push({ kind, evidence: evidence.id, scope })
  }
  await session.update('supplier', id, {
    ...company,
    ...(manager && { manager: site.id('member', manager) }),
    ...(criticality && { criticality }),
    ...(evaluated !== null && { last_evaluation: site.dateAt(evaluated) }),
    contacts: contacts.map(translateFields),
    certificates: held,
  })
  if (answers)
    await answerClassification(tx, session.resources, id, {
      edition: 1,
      answers: Object.fromEntries(Object.entries(answers).map(([question, option]) => [question, [option]])),
    })
  for (const { key, name, fields, exitPlan } of services)
    await session.create('supplier_service', `${perimeter} ${key}`, {
      ...inBoth('name', name),
      supplier: id,
      ...translateFields(fields),
      ...(exitPlan !== undefined && { exit_plan_date: site.dateAt(exitPlan) }),
    })
  for (const { name, covers, start, end, fields } of contracts)
    await session.create('supplier_contract', null, {
      ...inBoth('name', name),
      supplier: id,
      services: covers.map((key) => site.id('supplier_service', `${perimeter} ${key}`)),
      start_date: site.dateAt(start),
      ...(end !== null && { end_date: site.dateAt(end) }),
      ...translateFields(fields),
    })
}

async function join(session: Session, { perimeter, subcontractors }: Supplier): Promise<void> {
  const { site } = session
  await session.update('supplier', site.id('supplier', perimeter), {
    subcontractors: subcontractors.map(({ of, service, task }) => ({
      supplier: site.id('supplier', of),
      service: service === undefined ? null : site.id('supplier_service', `${perimeter} ${service}`),
      task: site.translate(task),
    })),
  })
}
