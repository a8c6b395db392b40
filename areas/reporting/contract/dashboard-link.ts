import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, integer, ref, text, timestamp } from '#kit/contract/field.ts'
import { setLooks } from '#kit/contract/status-looks.ts'

/** Whether a link opens: still, hardly any more, or why not. */
export const linkStates = ['OPEN', 'ENDING', 'ENDED', 'REVOKED', 'CLOSED'] as const

setLooks('dashboard_link.state', { OPEN: 'inForce', ENDING: 'soon', ENDED: 'over', REVOKED: 'off', CLOSED: 'failed' })

/** Days before its end from which a link is said to end soon. */
export const endsSoon = 7

/** A link that opens a version of a dashboard without an account, as whoever reads the dashboard finds it; its address is known to whoever made it alone. */
export const dashboardLink = defineEntity({
  name: 'dashboard_link',
  area: 'reporting',
  title: 'label',
  fields: {
    /** For whom it was made, else the name of its dashboard. */
    label: derived(text()),
    dashboard: derived(ref('dashboard')),
    /** The version that it shows. */
    number: integer({ by: 'server', min: 1 }),
    /** What that version is kept to; empty: all that whoever published it reaches. */
    perimeter: derived(ref('perimeter')),
    publisher: derived(ref('member')),
    state: derived(choice(linkStates)),
    made_at: derived(timestamp()),
    made_by: derived(ref('member')),
    expires_at: timestamp({ by: 'server' }),
    has_code: derived(flag()),
    /** Those from which it opens, separated by commas; empty: from anywhere. */
    networks: derived(text()),
    openings: derived(integer()),
    last_at: derived(timestamp()),
    /** The reader may take it back. */
    revocable: derived(flag({ personal: true })),
  },
  rights: { read: 'dashboard_link.read', create: null, update: null, delete: null },
  list: {
    columns: ['label', 'dashboard', 'number', 'state', 'expires_at', 'made_by', 'perimeter', 'has_code', 'openings', 'last_at'],
    more: ['publisher', 'made_at', 'networks', 'revocable'],
    filters: ['dashboard', 'state', 'expires_at', 'made_by', 'has_code', 'last_at'],
    sort: 'expires_at',
    search: ['label', 'dashboard'],
  },
  form: [],
})
