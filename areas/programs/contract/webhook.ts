import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, integer, json, links, ref, text, timestamp } from '#kit/contract/field.ts'
import { setLooks } from '#kit/contract/status-looks.ts'

/** Whether a webhook is told of what happens. `SUSPENDED`: whoever answers for it may no longer read what it is told of. `OFF`: its receiver failed for a day, said that it is gone, or too much waits for it. */
export const webhookStates = ['ACTIVE', 'PAUSED', 'SUSPENDED', 'OFF'] as const
export const offReasons = ['FAILED', 'GONE', 'FULL'] as const

setLooks('webhook.state', { ACTIVE: 'inForce', PAUSED: 'over', SUSPENDED: 'failed', OFF: 'off' })

/** Where a program hears what happens, by itself. */
export const webhook = defineEntity({
  name: 'webhook',
  area: 'programs',
  title: 'name',
  fields: {
    name: text({ by: 'server', need: 'required' }),
    url: text({ by: 'server', need: 'required', max: 2000 }),
    /** Who answers for it: it is told of nothing that they may not read. */
    maker: ref('member', { by: 'server', need: 'required', unlisted: true }),
    /** It hears of the whole organisation, and not of some perimeters. */
    everywhere: flag({ by: 'server' }),
    perimeters: links('perimeter', { by: 'server', max: 100 }),
    /** Names of events, `actions.*` or `*`. */
    events: json<string[]>({ by: 'server', need: 'required' }),
    paused: flag({ by: 'server' }),
    state: derived(choice(webhookStates)),
    /** What happened before is not told. */
    on_since: timestamp({ by: 'server', need: 'required' }),
    off_since: timestamp({ by: 'server' }),
    off_reason: choice(offReasons, { by: 'server' }),
    /** Messages since midnight of the organisation. */
    today: derived(integer()),
    /** Messages that failed at least once and are tried again. */
    retrying: derived(integer()),
    last_at: derived(timestamp()),
    /** Until when messages are signed with its former secret, too. */
    former_until: derived(timestamp()),
  },
  rights: { read: 'webhook.read', create: null, update: null, delete: 'webhook.write' },
  list: {
    columns: ['name', 'url', 'events', 'perimeters', 'today', 'state', 'maker'],
    more: ['everywhere', 'retrying', 'last_at', 'paused', 'on_since', 'off_since', 'off_reason', 'former_until'],
    filters: ['name', 'maker', 'state'],
    sort: 'name',
    search: ['name', 'url'],
  },
  form: [],
})
