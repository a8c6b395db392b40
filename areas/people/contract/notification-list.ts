import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, flag, integer, ref, text, timestamp } from '#kit/contract/field.ts'
import { notificationKindNames } from '#kit/contract/notification-kinds.ts'

/** What people are told of most; whatever else there is stands under `other`. */
export const notifiedObjects = [
  'remediation',
  'program',
  'measure',
  'incident',
  'exemption',
  'gap',
  'review',
  'occurrence',
  'runtask',
  'metric',
  'evidence',
  'policy',
  'policy_application',
  'perimeter',
  'indicator',
  'campaign',
  'evaluation',
  'supplier',
  'supplier_contract',
  'risk',
  'isp_project',
  'dashboard',
  'other',
] as const

/**
 * What its reader was told, as a list like any other. Not an entity of the registry: its rows are the reader's own alone, bear the names that the objects have
 * now, and are changed by the calls of notifications (docs/decisions/0059).
 */
export const notificationList = defineEntity({
  name: 'notification',
  area: 'people',
  title: 'name',
  fields: {
    /** Of the object. */
    name: text({ by: 'server' }),
    identifier: text({ by: 'server' }),
    kind: choice(notificationKindNames, { by: 'server' }),
    object_type: choice(notifiedObjects, { by: 'server' }),
    actor: ref('member', { by: 'server' }),
    /** Who is away, where its reader is told only because they stand in. */
    stands_for: ref('member', { by: 'server' }),
    day: date({ by: 'server' }),
    told_at: timestamp({ by: 'server' }),
    unread: flag({ by: 'server' }),
    /** The entity and the id of the object. */
    of: text({ by: 'server' }),
    object_id: integer({ by: 'server' }),
    /** The beginning of what somebody said. */
    words: text({ by: 'server' }),
    /** Which clock of the object it is about, as it is called in code and by its reader, and when that runs out. */
    clock: text({ by: 'server' }),
    clock_name: text({ by: 'server' }),
    due_at: timestamp({ by: 'server' }),
  },
  rights: { read: 'notification.read', create: null, update: 'notification.read', delete: null },
  list: {
    columns: ['name', 'kind', 'object_type', 'unread', 'told_at'],
    more: ['identifier', 'actor', 'day'],
    filters: ['unread', 'kind', 'object_type', 'told_at', 'day', 'actor', 'name', 'identifier'],
    sort: '-told_at',
    search: ['identifier', 'name'],
  },
  form: [],
})
