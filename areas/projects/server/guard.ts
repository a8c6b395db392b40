import { sql } from 'kysely'
import { writtenDay } from '#kit/contract/date-order.ts'
import { AppError } from '#kit/contract/errors.ts'
import { inputKeys } from '#kit/contract/field.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { onlyOne } from '#kit/server/data/resources/only-one.ts'
import type { WrittenContext } from '#kit/server/data/resources/resource.ts'
import { statusChange, willBe } from '#kit/server/data/work/work-guard.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { endForProject } from '#areas/campaigns/server/index.ts'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { ispProjectWork } from '#areas/projects/contract/isp-project-work.ts'
import { leftFields, movedDates, orderOf, previousDate, type DevStep } from '#areas/projects/contract/steps.ts'
import { projectExempted } from '#areas/exemptions/server/index.ts'
import { dropDraft } from './draft.ts'
import { mayDecide } from './rules.ts'

type Guard = GuardContext<typeof ispProject>

/** What somebody may change of a project that was given to them without their managing it (SEC-18). */
const workFields: ReadonlySet<string> = new Set([
  'dev_step',
  'step_since',
  ...leftFields,
  'description',
  'target_date',
  'weather_project',
  'weather_comment',
  'budget_spent',
  'budget_committed',
  'documents',
  'tests',
])
/** Where a project may begin that had begun before: what comes after the decision needs one. */
const tooLate: ReadonlySet<string> = new Set(['PRODUCTION', 'CLOSE'])

const change = (context: Pick<Guard, 'before' | 'changes'>) => statusChange(ispProjectWork, context) as { from: DevStep; to: DevStep }

/** What is refused about a project beside its lifecycle: its place, its days in their order, and going live without leave (PRJ-14, PRJ-17, PRJ-21). */
export async function guardProject(context: Guard): Promise<void> {
  const { verb, before, changes, action, refuse } = context
  if (verb === 'delete') {
    if (before?.decision_date != null) throw new AppError('IN_USE', 'projects.errors.decided_stays')
    return
  }
  onlyOne(changes, ['manager', 'group'], refuse, 'projects.errors.manager_or_group')
  onlyOne(changes, ['perimeter', 'tag'], refuse, 'projects.errors.place_mixed')
  if (willBe(context, 'perimeter', 'perimeter_id') === null && willBe(context, 'tag', 'tag_id') === null) refuse('perimeter', 'projects.errors.place_needed')
  sayHow(context)
  sayWhy(context)
  sayWhen(context)
  if (before === undefined) return begin(context)
  await guardWorker(context)
  const { from, to } = change(context)
  if (action === 'reopen') return
  if (from === to) return guardDays(context, to)
  await move(context, from, to)
}

/** Whoever only works on a project leaves alone what its pilots say of it. */
async function guardWorker({ tx, grant, before, changes, action, refuse }: Guard): Promise<void> {
  // What follows from answers is not theirs to say: the answers are.
  if (action === 'classify' || grant.work !== undefined || grant.who.roles.includes('global_pilote') || !before) return
  const t = rowRef('t')
  const theirs = await tx.first(
    sql<{
      may: boolean
    }>`select coalesce(${asSql(mayDecide(t, grant.who))}, false) as may from isp_project t where t.customer_id = ${tx.customerId} and t.id = ${before.id}`,
  )
  if (theirs?.may) return
  for (const [name, field] of Object.entries(ispProject.fields)) {
    if (workFields.has(name)) continue
    for (const key of inputKeys(name, field)) if (changes[key as keyof typeof changes] !== undefined) refuse(key, 'kit.errors.no_update_right')
  }
}

/** A project may have begun before it is entered: it stands at its step since a day, and has left others before. */
function begin(context: Guard): void {
  const { tx, changes, refuse } = context
  const { to } = change(context)
  if (tooLate.has(to)) return refuse('dev_step', 'projects.errors.begins_before')
  changes.step_since ??= tx.today
  guardDays(context, to)
}

/** Steps that were left were left in their order, and none that is still to come has been. */
function guardDays(context: Guard, step: DevStep): void {
  const { before, changes, refuse } = context
  const dateFields = [...leftFields, 'step_since'] as const
  if (before && dateFields.every((name) => changes[name] === undefined)) return
  const at = orderOf(step === 'CLOSE' ? (before?.closed_from ?? 'PRODUCTION') : step) + (step === 'CLOSE' ? 1 : 0)
  let last: string | null = null
  for (const [n, name] of [...leftFields.entries(), [leftFields.length, 'step_since'] as const]) {
    const day = willBe(context, name) as string | null
    if (day === null) continue
    if (name !== 'step_since' && n + 1 >= at) refuse(name, 'projects.errors.not_left')
    else if (last !== null && day < last) refuse(name, 'projects.errors.days_order')
    else last = day
  }
  if (before && changes.step_since === null) refuse('step_since', 'kit.errors.mandatory')
}

/** From one step to another on a day, which is said and no earlier than the step before was left (PRJ-17). */
async function move(context: Guard, from: DevStep, to: DevStep): Promise<void> {
  const { tx, before, changes, action, refuse } = context
  if (!before) return
  const day = changes.step_since
  // The day is called otherwise by who asks for a change of step (PRJ-02).
  const name = action === 'transition' ? 'target_date' : 'step_since'
  const earliest = previousDate(before, from)
  if (action !== 'bulk_undo') {
    if (day == null) refuse(name, 'kit.errors.mandatory')
    else if (day > tx.today) refuse(name, 'kit.errors.date_future')
    else if (earliest !== null && day < earliest) refuse(name, 'projects.errors.before_previous', { date: writtenDay(earliest, tx.who.dateOrder) })
  }
  if (to === 'PRODUCTION' && from === 'DECISION') await guardProduction(context)
  Object.assign(changes, movedDates(from, to, day ?? tx.today))
  if (orderOf(to) < orderOf('DECISION')) changes.reservations = []
  if (to === 'CLOSE') Object.assign(changes, { status: 'CLOSED', closed_from: from })
  if (from === 'CLOSE') Object.assign(changes, { status: 'ONGOING', closed_from: null })
}

/** GO, or NO GO under a granted exemption that is in force (PRJ-14). */
async function guardProduction({ tx, before, refuse }: Guard): Promise<void> {
  if (before?.decision === 'GO') return
  if (before?.decision == null) return refuse('dev_step', 'projects.errors.needs_decision')
  const found = await tx.first(
    sql<{
      exempted: boolean
    }>`select ${projectExempted(rowRef('t'))} as exempted from isp_project t where t.customer_id = ${tx.customerId} and t.id = ${before.id}`,
  )
  if (!found?.exempted) refuse('dev_step', 'projects.errors.needs_exemption')
}

/** A criticality that somebody says by hand has its reason, and a reason its criticality (RSK-06); one from answers has their day. */
function sayHow({ before, changes, action, refuse }: Guard): void {
  const is = changes.criticality === undefined ? (before?.criticality ?? null) : changes.criticality
  if (is === null && changes.criticality_reason) refuse('criticality', 'projects.errors.criticality_needed')
  if (changes.criticality === null) changes.criticality_reason ??= null
  if (changes.criticality === undefined || changes.criticality === (before?.criticality ?? null) || action === 'classify') return
  changes.classified_on = null
  const reason = changes.criticality_reason === undefined ? before?.criticality_reason : changes.criticality_reason
  if (changes.criticality !== null && before?.classified_on && !reason) refuse('criticality_reason', 'projects.errors.reason_needed')
}

/** A test that has a result was done on some day; one that has none was not. */
function sayWhen({ tx, changes }: Guard): void {
  changes.tests = changes.tests?.map((one) => ({
    ...one,
    ...(one.result !== undefined && { done_on: one.result === null || one.result === 'NOT_DONE' ? null : (one.done_on ?? tx.today) }),
  }))
}

/** Another weather has a reason of its own, or none. */
function sayWhy({ before, changes }: Guard): void {
  const other = (['weather_project', 'weather_program'] as const).some((name) => changes[name] !== undefined && changes[name] !== (before?.[name] ?? null))
  if (before && other && changes.weather_comment === undefined) changes.weather_comment = null
}

/** The end of a project ends what it asks of people (PRJ-11). */
export async function followProject({ tx, resources, before, after }: WrittenContext<typeof ispProject>): Promise<void> {
  if (!before || !after || before.status === 'CLOSED' || after.status !== 'CLOSED') return
  await dropDraft(tx, after.id)
  await endForProject(tx, resources, after.id)
}
