import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { answerDifferences, readDifferences } from '#areas/measures/contract/calls.ts'
import { comparedFields, type ComparedField, type KeptDifferences } from '#areas/measures/contract/measure.ts'
import { measureRules } from './rules.ts'

type Answered = z.output<(typeof readDifferences)['answer']>['objects']
type Choices = Partial<Record<ComparedField, 'adopt' | 'keep' | undefined>>

/** The columns of a field, the same in measures and models; the keys under which they are written. */
const columns: Readonly<Record<ComparedField, readonly [string, ...string[]]>> = {
  name: ['name_en', 'name_fr'],
  description: ['description_en', 'description_fr'],
  category: ['category_id'],
  build_days: ['build_days'],
  yearly_internal_charge: ['yearly_internal_charge'],
  yearly_cost: ['yearly_cost'],
}
const inputs: Readonly<Record<ComparedField, readonly string[]>> = { ...columns, category: ['category'] }

const valueOf = (row: RowRef, field: ComparedField): RawBuilder<unknown> => sql`jsonb_build_array(${sql.join(columns[field].map((column) => row(column)))})`
const differs = (measure: RowRef, model: RowRef, field: ComparedField) => sql`${valueOf(measure, field)} <> ${valueOf(model, field)}`
const isKept = (measure: RowRef, model: RowRef, field: ComparedField) =>
  sql`coalesce(${measure('kept_differences')} -> ${sql.lit(field)} = ${valueOf(model, field)}, false)`

/** SQL: in how many fields a measure differs from its model without anybody having chosen so. */
export const openDifferences = (row: RowRef): RawBuilder<unknown> => {
  const model = rowRef('model')
  const counted = comparedFields.map((field) => sql`(${differs(row, model, field)} and not ${isKept(row, model, field)})::int`)
  return sql`(select ${sql.join(counted, sql` + `)} from solution model where model.customer_id = ${row('customer_id')} and model.id = ${row('solution_id')})`
}

interface Compared extends Omit<Answered[number], 'lines'> {
  readonly lines: readonly { field: ComparedField; measure: unknown[]; solution: unknown[]; kept: boolean }[]
}

/** The measures that the reader reaches and that differ from their models, the thousand first by name. */
export async function differencesOf(tx: Tx, only: { measure?: number | undefined; perimeter?: number | undefined }): Promise<Answered> {
  const { customerId, who } = tx
  const [m, s] = [rowRef('m'), rowRef('s')]
  const lines = comparedFields.map(
    (field) => sql`select ${sql.lit(field)} as field, ${shown(m, field, who.lang)} as measure, ${shown(s, field, who.lang)} as solution,
      ${isKept(m, s, field)} as kept where ${differs(m, s, field)}`,
  )
  const rows =
    await tx.run(sql<Compared>`select m.id, m.version, m.identifier, ${localizedText(m, 'name', who.lang)} as name, ${asSql(measureRules.update(m, who))} as edit_right,
      jsonb_build_object('id', p.id, 'name', ${localizedText(rowRef('p'), 'name', who.lang)}) as perimeter,
      jsonb_build_object('id', s.id, 'name', ${localizedText(s, 'name', who.lang)}, 'identifier', s.identifier) as solution, d.lines
    from measure m
      join solution s on s.customer_id = m.customer_id and s.id = m.solution_id
      join perimeter p on p.customer_id = m.customer_id and p.id = m.perimeter_id
      cross join lateral (select jsonb_agg(to_jsonb(line)) as lines from (${sql.join(lines, sql` union all `)}) line) d
    where m.customer_id = ${customerId} and d.lines is not null and ${asSql(measureRules.read(m, who))}
      and ${only.measure === undefined ? sql`true` : sql`m.id = ${only.measure}`} and ${only.perimeter === undefined ? sql`true` : sql`m.perimeter_id = ${only.perimeter}`}
    order by ${localizedText(m, 'name', who.lang)}, m.id limit 1000`)
  return rows.map((row) => ({ ...row, lines: row.lines.map((line) => ({ ...line, ...describeDifferences(line, who.lang) })) }))
}

/** What people read of a field: a category by its name, texts in both languages. */
const shown = (row: RowRef, field: ComparedField, lang: Tx['who']['lang']) =>
  field === 'category'
    ? sql`jsonb_build_array((select ${localizedText(rowRef('c'), 'name', lang)} from category c where c.customer_id = ${row('customer_id')} and c.id = ${row('category_id')}))`
    : valueOf(row, field)

/** Texts are told in the reader's language, unless only the other one differs. */
function describeDifferences(
  { measure, solution }: { measure: unknown[]; solution: unknown[] },
  lang: Tx['who']['lang'],
): { measure: string | number | null; solution: string | number | null } {
  const own = measure.length > 1 && lang === 'fr' ? 1 : 0
  const at = measure[own] === solution[own] && measure.length > 1 ? 1 - own : own
  const value = (side: unknown[]) => (side[at] ?? null) as string | number | null
  return { measure: value(measure), solution: value(solution) }
}

/** Takes over what the model says now, or remembers that the own is kept against it, field by field. */
export async function settleDifferences(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  { version, ...choices }: z.output<NonNullable<(typeof answerDifferences)['body']>>,
): Promise<void> {
  const measures = resourceOf(resources, 'measure')
  const before = await lockRow(tx, grant, measures, resources, id, 'update', version)
  const model = await tx.first(sql<
    Record<ComparedField, unknown[]>
  >`select ${sql.join(comparedFields.map((field) => sql`${valueOf(rowRef('s'), field)} as ${sql.ref(field)}`))}
    from solution s where s.customer_id = ${tx.customerId} and s.id = ${before.solution_id}`)
  if (!model) throw notFound()
  const remembered: Record<string, readonly unknown[]> = { ...(before.kept_differences as KeptDifferences | null) }
  const changes: Changes = {}
  for (const field of comparedFields) {
    const choice = (choices as Choices)[field]
    if (choice === 'keep') remembered[field] = model[field]
    if (choice !== 'adopt') continue
    delete remembered[field]
    inputs[field].forEach((key, at) => (changes[key] = model[field][at]))
  }
  await updateRow(tx, grant, measures, resources, id, { ...changes, kept_differences: remembered }, { action: 'compare' })
}
