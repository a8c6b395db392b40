import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, integer, json, links, ref, text, timestamp } from '#kit/contract/field.ts'
import { setLooks } from '#kit/contract/status-looks.ts'

/** Whether a key lets in: still, hardly any longer, or why not. `SUSPENDED`: whoever answers for it may no longer do what it may. */
export const keyStates = ['ACTIVE', 'ENDING', 'SUSPENDED', 'ENDED', 'REVOKED'] as const

setLooks('api_key.state', { ACTIVE: 'inForce', ENDING: 'soon', SUSPENDED: 'failed', ENDED: 'over', REVOKED: 'off' })

/** What a key may: to read rows of some types, and to write those of others, by the names that programs know. */
export interface Scopes {
  readonly read: readonly string[]
  readonly write: readonly string[]
}

/** With what a program comes in, as those see it who make keys: its secret is nowhere but with them. */
export const apiKey = defineEntity({
  name: 'api_key',
  area: 'programs',
  title: 'name',
  fields: {
    name: text({ by: 'server' }),
    /** What its secret begins with. */
    prefix: text({ by: 'server' }),
    /** Who answers for it: it may never more than they may. */
    maker: ref('member', { by: 'server', unlisted: true }),
    /** The member that it is called by in authorship and history: nobody whom a person could choose, so no reference. */
    agent_id: integer({ by: 'server' }),
    /** It works in the whole organisation, and not in some perimeters. */
    everywhere: flag({ by: 'server' }),
    perimeters: derived(links('perimeter')),
    scopes: json<Scopes>({ by: 'server' }),
    /** From where alone it lets in; empty: from anywhere. */
    networks: json<string[]>({ by: 'server' }),
    state: derived(choice(keyStates)),
    daily_calls: integer({ by: 'server', min: 1, max: 1_000_000 }),
    /** Requests since midnight of the organisation. */
    today: derived(integer()),
    last_at: derived(timestamp()),
    last_address: derived(text()),
    /** The last day on which it lets in. */
    ends_on: date({ by: 'server' }),
    reminder_days: integer({ by: 'server', min: 0, max: 365, unit: 'days' }),
    revoked_at: timestamp({ by: 'server' }),
    /** Until when its former secret lets in, too. */
    former_until: derived(timestamp()),
  },
  rights: { read: 'api_key.read', create: null, update: null, delete: null },
  list: {
    columns: ['name', 'prefix', 'maker', 'scopes', 'perimeters', 'state', 'today', 'last_at', 'ends_on'],
    more: ['everywhere', 'networks', 'daily_calls', 'last_address', 'reminder_days', 'revoked_at', 'former_until'],
    filters: ['name', 'maker', 'state', 'ends_on'],
    sort: 'name',
    search: ['name', 'prefix'],
  },
  form: [],
})
