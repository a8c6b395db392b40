import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, ref, text, timestamp } from '#kit/contract/field.ts'
import { setLooks } from '#kit/contract/status-looks.ts'

/** Whether a worker comes for its runs (CON-13). */
export const workerStates = ['ONLINE', 'OFFLINE', 'REVOKED'] as const

setLooks('worker.state', { ONLINE: 'inForce', OFFLINE: 'failed', REVOKED: 'over' })

/** Seconds without a word after which a worker counts as offline. */
export const offlineAfter = 120

/** A program inside a customer's network that fetches runs and sends back what they brought (CON-13). */
export const worker = defineEntity({
  name: 'worker',
  area: 'connectors',
  title: 'name',
  fields: {
    name: text({ by: 'server', need: 'required', max: 128 }),
    /** Who set it up. */
    maker: ref('member', { by: 'server', need: 'required', unlisted: true }),
    state: derived(choice(workerStates)),
    last_seen_at: derived(timestamp()),
    agent_version: derived(text()),
    revoked_at: timestamp({ by: 'server' }),
  },
  rights: { read: 'worker.read', create: null, update: null, delete: null },
  list: {
    columns: ['name', 'state', 'last_seen_at', 'agent_version', 'maker'],
    more: ['revoked_at'],
    filters: ['name', 'state'],
    sort: 'name',
    search: ['name'],
  },
  form: [],
})
