import { notificationKinds, type NotificationChip, type NotificationKind } from '#kit/contract/notification-kinds.ts'

/** What the panel is told of one notification. */
export interface Told {
  readonly id: number
  readonly kind: NotificationKind
  readonly entity: string
  readonly object: { readonly id: number; readonly identifier: string | null; readonly name: string | null }
  readonly actor: { readonly id: number; readonly name: string } | null
  readonly text: string | null
  readonly day: string | null
  readonly about: { readonly code: string; readonly name: string } | null
  readonly due_at: string | null
  readonly needs_action: boolean
  readonly created_at: string
  readonly read: boolean
}

export type Unread = readonly { readonly kind: NotificationKind; readonly count: number }[]

/** What was told of one object under one heading, newest first, or on one day by the calendar of several: one row of the panel. */
export interface Stack {
  readonly key: string
  readonly newest: Told
  readonly all: readonly Told[]
  readonly unread: boolean
  /** Of how many objects. */
  readonly objects: number
}

/** `needs`, or a calendar day of the reader. */
export interface Section {
  readonly name: string
  readonly stacks: readonly Stack[]
}

export const countOf = (unread: Unread, chip: NotificationChip | 'all'): number =>
  unread.reduce((sum, { kind, count }) => (chip === 'all' || notificationKinds[kind].chip === chip ? sum + count : sum), 0)

/** What waits for its reader first, then by day; in each, what is of one object is one row, and so is what a day tells of several objects in the same words. */
export function sectionsOf(notifications: readonly Told[], chip: NotificationChip | 'all', dayOf: (at: Date) => string): Section[] {
  const shown = notifications.filter(({ kind }) => chip === 'all' || notificationKinds[kind].chip === chip)
  const waits = (one: Told) => one.needs_action && !one.read
  const sections = Map.groupBy(shown, (one) => (waits(one) ? 'needs' : dayOf(new Date(one.created_at))))
  const named = [...sections].map(([name, within]) => ({ name, stacks: stacksOf(name, within, dayOf) }))
  return named.toSorted((a, b) => Number(b.name === 'needs') - Number(a.name === 'needs'))
}

const objectOf = ({ entity, object }: Told) => `${entity} ${object.id}`

/** What only the calendar has told is the same for all that it tells of on a day; nobody is behind it whose words would be lost. */
const batchOf = ({ kind, entity, about, created_at: at, actor }: Told, dayOf: (at: Date) => string) =>
  actor === null && ['late', 'due_soon', 'opened', 'expiring'].includes(kind) ? `${dayOf(new Date(at))} ${kind} ${entity} ${about?.code ?? ''}` : undefined

function stacksOf(section: string, notifications: readonly Told[], dayOf: (at: Date) => string): Stack[] {
  const batches = Map.groupBy(notifications, (one) => batchOf(one, dayOf))
  const ofSeveral = new Set([...batches].flatMap(([batch, all]) => (batch !== undefined && new Set(all.map(objectOf)).size > 1 ? [batch] : [])))
  const keyOf = (one: Told) => {
    const batch = batchOf(one, dayOf)
    return `${section} ${batch !== undefined && ofSeveral.has(batch) ? batch : objectOf(one)}`
  }
  return [...Map.groupBy(notifications, keyOf)].flatMap(([key, all]) => {
    const [newest] = all
    return newest ? [{ key, newest, all, unread: all.some(({ read }) => !read), objects: new Set(all.map(objectOf)).size }] : []
  })
}
