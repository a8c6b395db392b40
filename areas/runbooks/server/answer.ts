import { everyMeasure } from '#areas/measures/server/index.ts'
import { sql } from 'kysely'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { authorize, systemGrant } from '#kit/server/access/authorize.ts'
import type { Reference } from '#kit/contract/field.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { enterAt, readAt, type ValueOf } from '#areas/metrics/server/index.ts'
import type { MetricAt } from '#areas/metrics/contract/calls.ts'
import type { OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { proofName, timeName } from '#areas/runbooks/contract/time-name.ts'

export interface GivenAnswer {
  readonly answer: OccurrenceAnswer
  readonly done_date?: string | undefined
  readonly comment?: string | null | undefined
  readonly evidences?: readonly number[] | undefined
  readonly files?: readonly number[] | undefined
  readonly values?: readonly ValueOf[] | undefined
  readonly open_gap?: boolean | undefined
  readonly open_action?: boolean | undefined
  readonly version?: number | undefined
}

interface Held {
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly perimeter_id: number | null
  readonly tag_id: number | null
  readonly gap_id: number | null
  readonly remediation_id: number | null
  readonly program_id: number | null
  /** Its measure, where an action of its place may concern it. */
  readonly action_measure: number | null
  readonly measure_id: number | null
  readonly gap_register_id: number | null
  readonly evidences: readonly number[]
  readonly period_start: string
  /** Those that its task names. */
  readonly metrics: readonly number[]
  readonly hour: number | null
  readonly periodicity: Periodicity | null
  /** As its reader names it. */
  readonly place: string | null
}

/** Gives an answer with what shows it, and opens a gap or an action where it is asked to: all of it or nothing. What it opens is made before the occurrence is locked (decision 17). */
export async function answer(
  tx: Tx,
  resources: Resources,
  id: number,
  { answer: status, files = [], open_gap: opens, open_action: acts, values = [], version, ...said }: GivenAnswer,
): Promise<void> {
  const occurrences = resourceOf(resources, 'occurrence')
  const held = await heldBy(tx, resources, id)
  const update = authorizeVerb(tx, occurrences, 'update')
  const gap = opens && held.gap_id === null ? await openGap(tx, resources, held, said.comment ?? null) : undefined
  const action = acts && held.remediation_id === null ? await openAction(tx, resources, held, said.comment ?? null) : undefined
  const shown = files.length > 0 ? [...(said.evidences ?? held.evidences), await showFiles(tx, resources, held, files)] : said.evidences
  await lockRow(tx, update, occurrences, resources, id, 'update', version)
  const opened = { ...(gap !== undefined && { gap }), ...(action !== undefined && { remediation: action }) }
  // Whoever answers need not be one of those who read the register or the plan.
  if (Object.keys(opened).length > 0) await updateRow(tx, systemGrant('occurrences of recurring tasks', tx.who), occurrences, resources, id, opened)
  const given = { done_date: said.done_date, comment: said.comment, evidences: shown && [...new Set(shown)] }
  const changes: Changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  await updateRow(tx, update, occurrences, resources, id, { ...changes, status }, { action: 'answer' })
  await giveValues(tx, held, values)
}

async function heldBy(tx: Tx, resources: Resources, id: number): Promise<Held> {
  const row = await rowOf(tx, resources, id)
  const held = await tx.first(sql<Omit<Held, 'place'>>`select o.name_en, o.name_fr, o.perimeter_id, o.tag_id, o.gap_id, o.remediation_id,
      k.measure_id, k.gap_register_id, k.program_id, case when o.tag_id is null and m.perimeter_id = coalesce(o.perimeter_id, m.perimeter_id) then m.id end as action_measure,
      array(select l.target_id from occurrence__evidences l where l.customer_id = o.customer_id and l.owner_id = o.id order by 1) as evidences,
      o.period_start::text as period_start, o.hour, o.periodicity, array(select l.target_id from runtask__metrics l where l.customer_id = k.customer_id and l.owner_id = k.id order by 1) as metrics
    from occurrence o join runtask k on k.customer_id = o.customer_id and k.id = o.runtask_id
    left join ${everyMeasure(tx.customerId)} m on m.id = k.measure_id where o.customer_id = ${tx.customerId} and o.id = ${id}`)
  if (!held) throw new Error('An occurrence has no task')
  return { ...held, place: (row.perimeter as Reference | null)?.name ?? null }
}

/** What was measured, in the metrics that the task names: by whoever may enter their values there, held to all that a value is held to anywhere. */
async function giveValues(tx: Tx, { metrics, perimeter_id, period_start: day, hour }: Held, values: readonly ValueOf[]): Promise<void> {
  if (values.length === 0) return
  const { refuse, done } = refusals()
  for (const [at, { metric_id }] of values.entries())
    if (perimeter_id === null || !metrics.includes(metric_id)) refuse(`values.${at}.value`, 'runbooks.errors.metric_not_asked')
  done()
  if (perimeter_id !== null) await enterAt(tx, authorize(tx.who, 'metric.enter'), { perimeter_id, day, hour }, values)
}

/** The metrics of an occurrence as they stand in its place and period, those alone that its reader may read. */
export async function valuesOf(tx: Tx, resources: Resources, id: number): Promise<MetricAt[]> {
  const { metrics, perimeter_id, period_start: day, hour } = await heldBy(tx, resources, id)
  if (metrics.length === 0 || perimeter_id === null) return []
  return readAt(tx, authorize(tx.who, 'metric.read'), metrics, { perimeter_id, day, hour })
}

/** What was uploaded for an answer is an evidence of its own, of whoever gave it, called after the task, its place and its time. */
async function showFiles(tx: Tx, resources: Resources, held: Held, files: readonly number[]): Promise<number> {
  const { name_en, name_fr, perimeter_id: perimeter, place } = held
  const evidences = resourceOf(resources, 'evidence')
  const made = await createRow(tx, systemGrant('what follows from an action', tx.who, tx.who.memberId), evidences, resources, {
    name_en: name_en && proofName(name_en, place, timeName(held, 'en')),
    name_fr: name_fr && proofName(name_fr, place, timeName(held, 'fr')),
    perimeter,
    manager: tx.who.memberId,
    files: [...files],
  })
  return made.id
}

/** Found by a control: where its task says, to be confirmed by those who keep that register. */
async function openGap(tx: Tx, resources: Resources, held: Held, comment: string | null): Promise<number> {
  if (held.gap_register_id === null) throw invalidField('open_gap', 'runbooks.errors.no_gap_register')
  const made = await createRow(tx, systemGrant('what an answer opens', tx.who, tx.who.memberId), resourceOf(resources, 'gap'), resources, {
    name_en: held.name_en,
    name_fr: held.name_fr,
    description: comment,
    register: held.gap_register_id,
    perimeter: held.perimeter_id,
    tag: held.tag_id,
    measures: held.measure_id === null ? [] : [held.measure_id],
    source: 'CONTROL',
    status: 'TO_BE_CONFIRMED',
  })
  return made.id
}

/** What a control found is put right: in the plan that its task names, as something to be planned by those who keep it. */
async function openAction(tx: Tx, resources: Resources, held: Held, comment: string | null): Promise<number> {
  if (held.program_id === null) throw invalidField('open_action', 'runbooks.errors.no_program')
  const made = await createRow(tx, systemGrant('what an answer opens', tx.who, tx.who.memberId), resourceOf(resources, 'remediation'), resources, {
    name_en: held.name_en,
    name_fr: held.name_fr,
    description: comment,
    program: held.program_id,
    perimeter: held.perimeter_id,
    measure: held.action_measure,
    source: 'CONTROL',
  })
  return made.id
}

/** How long whoever gave an answer may simply take it back. */
const undoMinutes = 60

/** Takes one's own answer back, within the hour, as if it had not been given; later it is a pilot's to open it again. */
export async function undo(tx: Tx, resources: Resources, id: number, version?: number): Promise<void> {
  const occurrences = resourceOf(resources, 'occurrence')
  const update = authorizeVerb(tx, occurrences, 'update')
  const row = await lockRow(tx, update, occurrences, resources, id, 'update', version)
  const given = typeof row.answered_at === 'string' ? Date.parse(row.answered_at) : Number.NaN
  const recent = tx.now.getTime() - given < undoMinutes * 60_000
  if (row.answered_by_id !== tx.who.memberId || !recent) throw new AppError('CONFLICT', 'runbooks.errors.undo_late')
  await updateRow(tx, update, occurrences, resources, id, { status: 'TO_DO', done_date: null }, { action: 'bulk_undo' })
}

/** Approves what was answered, or rejects it with a word on why. */
export async function settle(
  tx: Tx,
  resources: Resources,
  id: number,
  { approved, comment, version }: { approved: boolean; comment: string | null; version?: number | undefined },
): Promise<void> {
  const occurrences = resourceOf(resources, 'occurrence')
  const update = authorizeVerb(tx, occurrences, 'update')
  const row = await lockRow(tx, update, occurrences, resources, id, 'update', version)
  if (row.status !== 'PENDING_APPROVAL') throw new AppError('CONFLICT', 'runbooks.errors.not_asked')
  await updateRow(
    tx,
    update,
    occurrences,
    resources,
    id,
    { status: approved ? row.answer : 'REJECTED', ...(comment !== null && { status_reason: comment }) },
    { action: approved ? 'approve' : 'reject' },
  )
}

export const rowOf = (tx: Tx, resources: Resources, id: number) => {
  const occurrences = resourceOf(resources, 'occurrence')
  return getRow(tx, authorizeVerb(tx, occurrences, 'read'), occurrences, resources, id)
}
