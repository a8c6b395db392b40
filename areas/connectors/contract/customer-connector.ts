import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, integer, json, links, ref, text, timestamp } from '#kit/contract/field.ts'
import { setLooks } from '#kit/contract/status-looks.ts'

/** How a run ended or stands (CON-04). `PENDING`: it waits for its worker. */
export const jobStatuses = ['IN_PROGRESS', 'PENDING', 'SUCCESS', 'WARNING', 'FAILED'] as const
/** What a run was begun by (CON-05). */
export const jobSources = ['MANUAL', 'SCHEDULE'] as const
export const connectorRhythms = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const
export type ConnectorRhythm = (typeof connectorRhythms)[number]

setLooks('customer_connector.last_status', {
  IN_PROGRESS: 'ongoing',
  PENDING: 'awaited',
  SUCCESS: 'done',
  WARNING: 'alert',
  FAILED: 'failed',
})

/** A metric of the organisation that a connector fills, and where. */
export interface Feed {
  /** What the service calls it. */
  readonly key: string
  readonly parameters: Readonly<Record<string, string>>
  readonly metric: number
  readonly perimeter: number
}

/** A service as an organisation has connected it (CON-11). What lets it in is kept sealed beside it. */
export const customerConnector = defineEntity({
  name: 'customer_connector',
  area: 'connectors',
  title: 'name',
  fields: {
    name: text({ by: 'server', need: 'required', min: 2, max: 128 }),
    /** The identifier of the service. */
    connector: text({ by: 'server', need: 'required', max: 40 }),
    /** Who connected it, and is told when it fails. */
    maker: ref('member', { by: 'server', need: 'required', unlisted: true }),
    perimeters: links('perimeter', { by: 'server', max: 100 }),
    /** What was typed that is no secret. */
    settings: json<Record<string, string | number | null>>({ by: 'server', need: 'required' }),
    feeds: json<Feed[]>({ by: 'server', need: 'required' }),
    /** Where what it finds becomes gaps. */
    register: ref('gap_register', { by: 'server', unlisted: true }),
    /** What is found below is counted, and no gap. */
    least_score: integer({ by: 'server', min: 0, max: 100 }),
    /** Of tickets: what becomes what. */
    mapping: json({ by: 'server' }),
    periodicity: choice(connectorRhythms, { by: 'server', need: 'required', default: 'DAILY' }),
    /** `05:00`, of the organisation's clock; of what runs by the hour its minutes count. */
    run_at: text({ by: 'server', need: 'required', max: 5 }),
    /** Where it runs; without one on the server. */
    worker: ref('worker', { by: 'server' }),
    paused: flag({ by: 'server' }),
    last_status: derived(choice(jobStatuses)),
    last_at: derived(timestamp()),
    last_error: derived(text()),
    last_counts: derived(json<Record<string, number>>()),
    good_at: derived(timestamp()),
    /** Until when what it brought counts as fresh: 1.25 periods after its last good run. */
    fresh_until: derived(timestamp()),
    failing_since: derived(timestamp()),
    next_at: derived(timestamp()),
  },
  rights: { read: 'customer_connector.read', create: null, update: null, delete: 'customer_connector.write' },
  list: {
    columns: ['name', 'connector', 'perimeters', 'last_status', 'last_at', 'fresh_until', 'next_at', 'maker'],
    more: ['register', 'least_score', 'periodicity', 'run_at', 'worker', 'paused', 'last_error', 'good_at', 'failing_since'],
    filters: ['name', 'connector', 'perimeters', 'last_status', 'periodicity', 'worker', 'paused', 'maker'],
    sort: 'name',
    search: ['name', 'connector'],
  },
  form: [],
})
