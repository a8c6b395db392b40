import { columnsOf, inputKeys, type Field } from '#kit/contract/field.ts'
import { mayFollow, moveBetween, neededBetween, onlyIn, sinceOf, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { can } from '#kit/server/access/authorize.ts'
import { fieldOf } from '#kit/server/data/sql/columns.ts'
import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { AnyWrite, Changes } from '#kit/server/data/resources/resource.ts'

type Written = Pick<AnyWrite, 'before' | 'changes'>

/** The value a field will have: as changed, else as stored, in a column of another name for a reference. */
export function willBe({ before, changes }: Written, name: string, column: string = name): unknown {
  return (changes[name] === undefined ? before?.[column] : changes[name]) ?? null
}

/** From which status to which a write leads; a new row comes from where work begins. */
export function statusChange(work: WorkItem, { before, changes }: Written): { readonly from: string; readonly to: string } {
  const from = (before?.[work.status] as string | undefined) ?? work.begins
  return { from, to: (changes[work.status] as string | null | undefined) ?? from }
}

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

/** Whether a field will hold nothing; one in two languages holds something with either. */
function willBeBlank(written: Written, name: string, field: Field | undefined): boolean {
  const columns = field ? columnsOf(name, field) : [name]
  const keys = field?.options.by === 'server' || !field ? columns : inputKeys(name, field)
  return keys.every((key, place) => isBlank(willBe(written, key, columns[place])))
}

/**
 * Refuses what the declaration of the work does not allow: the way itself, what it needs, who may take it; and keeps what only some statuses have.
 * An undo restores what was: it is not asked again, only kept consistent.
 */
export function guardWork(work: WorkItem, { tx, grant, before, changes, action }: AnyWrite, refuse: Refuse): void {
  const { status, reason, due, entity, messages } = work
  const written = { before, changes }
  if (before === undefined) changes[status] ??= work.begins
  else if (changes[status] === null) refuse(status, 'kit.errors.mandatory')
  const { from, to } = statusChange(work, written)
  const moved = from !== to
  const asked = action !== 'bulk_undo' && !work.returns?.includes(action)
  const opened = before === undefined && (work.opens?.includes(to) ?? false)
  const needed = neededBetween(work, from, to)

  const [start, target] = due ? [due.start && willBe(written, due.start), willBe(written, due.date)] : []
  if (due && typeof start === 'string' && typeof target === 'string' && target < start) refuse(due.date, messages?.order ?? 'kit.errors.target_before_start')

  if (asked && !opened && !mayFollow(work, from, to)) refuse(status, messages?.transition ?? 'kit.work.errors.transition')
  const right = moveBetween(work, from, to)?.[1].right
  if (asked && right !== undefined && !can(grant.who, right)) refuse(status, 'kit.work.errors.no_move_right')
  for (const [name, message] of Object.entries(needed.fields)) {
    if (message !== undefined && willBeBlank(written, name, fieldOf(entity, name))) refuse(name, typeof message === 'string' ? message : 'kit.errors.mandatory')
  }
  if (reason !== undefined) {
    if (asked && needed.reason !== undefined && (moved ? isBlank(changes[reason]) : changes[reason] === null))
      refuse(reason, typeof needed.reason === 'string' ? needed.reason : 'kit.work.errors.reason_needed')
    if (moved && needed.reason === undefined && isBlank(changes[reason])) changes[reason] = null
  }
  keepDays(work, { written, from, to, today: tx.today }, refuse)
  // A new row has left nothing: it is held to the status that it begins in.
  keepOwn(work, { changes, from: before === undefined ? to : from, to, asked }, refuse)
}

/** What a row has of the status that it leaves is emptied, and a status is given nothing that belongs to others. */
function keepOwn(
  work: WorkItem,
  { changes, from, to, asked }: { readonly changes: Changes; readonly from: string; readonly to: string; readonly asked: boolean },
  refuse: Refuse,
): void {
  const had = onlyIn(work, from)
  for (const [name, message] of Object.entries(onlyIn(work, to))) {
    const keys = fieldOf(work.entity, name)?.kind === 'localized' ? [`${name}_en`, `${name}_fr`] : [name]
    if (from !== to && !Object.hasOwn(had, name)) for (const key of keys) changes[key] = null
    else if (asked && keys.some((key) => !isBlank(changes[key]))) refuse(name, typeof message === 'string' ? message : 'kit.work.errors.other_status')
  }
}

/** A status that tells since when sets its day, and every other one has none. */
function keepDays(
  work: WorkItem,
  { written: { changes }, from, to, today }: { written: Written; from: string; to: string; today: string },
  refuse: Refuse,
): void {
  const since = sinceOf(work, to)
  const days = new Set(statesOf(work).flatMap((state) => sinceOf(work, state) ?? []))
  for (const day of days) {
    if (day === since) {
      if (from !== to) changes[day] ??= today
      else if (changes[day] === null) refuse(day, 'kit.errors.mandatory')
    } else if (from !== to && day === sinceOf(work, from)) changes[day] = null
    else if (!isBlank(changes[day])) refuse(day, work.messages?.since ?? 'kit.work.errors.since_other_status')
  }
}
