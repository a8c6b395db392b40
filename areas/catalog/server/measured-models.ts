import { sql } from 'kysely'
import { refusals } from '#kit/server/data/store/refusals.ts'
import type { AnyWrite } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import { checkFormula, lookUp } from '#areas/catalog/contract/formula/check.ts'
import { metricsIn } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import type { ValueRhythm } from '#areas/catalog/contract/rhythm.ts'

interface Known {
  readonly id: number
  readonly identifier: string
  readonly periodicity: ValueRhythm
}

/** What a text names, whatever else is wrong with it. */
function namesIn(formula: unknown): string[] {
  const parsed = typeof formula === 'string' ? parseFormula(formula) : undefined
  return parsed?.ok ? [...metricsIn(parsed.node).keys()] : []
}

/**
 * Refuses the formula of an indicator's model that cannot be read, or that names what is no metric's model or comes round too seldom: whoever uses the model would find out. What it
 * names is linked, so that adopting it brings it (CAT-08). Two statements, whatever the number of rows.
 */
export async function guardIndicatorModels(contexts: readonly AnyWrite[]): Promise<void> {
  const written = contexts.filter(
    ({ verb, changes }) => verb !== 'delete' && ['formula', 'metrics', 'periodicity'].some((field) => changes[field] !== undefined),
  )
  const [first] = written
  if (!first) return
  const { tx } = first
  const known = await modelsNamed(tx, [...new Set(written.flatMap((context) => [...namesIn(willBe(context, 'formula')), ...namesIn(context.before?.formula)]))])
  const linked = await linksOf(
    tx,
    written.flatMap(({ before }) => before?.id ?? []),
  )
  for (const context of written) guardOne(context, known, linked.get(Number(context.before?.id)) ?? [])
}

function guardOne(context: AnyWrite, known: ReadonlyMap<string, Known>, linked: readonly number[]): void {
  const { before, changes } = context
  const formula = willBe(context, 'formula')
  const { refuse, done } = refusals()
  if (typeof formula === 'string') {
    const checked = checkFormula(formula, (willBe(context, 'periodicity') ?? 'MONTHLY') as ValueRhythm, known)
    const [fault] = checked.ok ? [] : checked.faults
    if (fault) {
      refuse('formula', fault.key, fault.values && { ...fault.values })
      refuse('formula', 'catalog.formula.place', { place: fault.at + 1 })
    }
  }
  done()
  const idsIn = (text: unknown) => namesIn(text).flatMap((name) => known.get(name)?.id ?? [])
  const former = new Set(idsIn(before?.formula))
  const others = (changes.metrics as readonly number[] | undefined) ?? linked.filter((id) => !former.has(id))
  changes.metrics = [...new Set([...others, ...idsIn(formula)])]
}

async function modelsNamed(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const found = await lookUp(names, (some) =>
    tx.run(
      sql<Known>`select id, identifier collate "C" as identifier, periodicity from metric_model where customer_id = ${tx.customerId} and identifier = any(${some}::text[])`,
    ),
  )
  return new Map(found.map((one) => [one.identifier, one]))
}

async function linksOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.run(sql<{ owner_id: number; target_id: number }>`select owner_id, target_id from indicator_model__metrics
    where customer_id = ${tx.customerId} and owner_id = any(${ids}::bigint[]) order by owner_id, target_id`)
  return new Map([...Map.groupBy(rows, ({ owner_id }) => owner_id)].map(([id, list]) => [id, list.map(({ target_id }) => target_id)]))
}

/** What Vigie counts is known by the day; a metric's model that formulas name keeps its identifier. One statement, whatever the number of rows. */
export async function guardMetricModels(contexts: readonly AnyWrite[]): Promise<void> {
  for (const context of contexts) {
    const { refuse, done } = refusals()
    if (context.verb !== 'delete' && willBe(context, 'periodicity') === 'HOURLY' && willBe(context, 'internal_metric'))
      refuse('periodicity', 'catalog.errors.counted_by_day')
    done()
  }
  const renamed = contexts.filter(({ before, changes }) => before !== undefined && changes.identifier !== undefined && changes.identifier !== before.identifier)
  const [first] = renamed
  if (!first) return
  const { tx } = first
  const used = await tx.run(sql<{ id: number; formula: string }>`select l.target_id as id, i.formula from indicator_model__metrics l
      join indicator_model i on i.customer_id = l.customer_id and i.id = l.owner_id
    where l.customer_id = ${tx.customerId} and l.target_id = any(${renamed.map(({ before }) => before?.id ?? 0)}::bigint[])`)
  for (const { before } of renamed) {
    const { refuse, done } = refusals()
    if (used.some(({ id, formula }) => id === before?.id && namesIn(formula).includes(String(before.identifier))))
      refuse('identifier', 'catalog.errors.named_in_formula')
    done()
  }
}
