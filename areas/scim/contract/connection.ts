import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, derived, flag, integer, json, ref, text, timestamp } from '#kit/contract/field.ts'
import { roles, type Role } from '#kit/contract/right.ts'
import { setLooks } from '#kit/contract/status-looks.ts'

/** What becomes of what a connection tells: it is done, only tried, or not let in. `SUSPENDED`: whoever answers for it is no global pilot any more. */
export const connectionStates = ['ON', 'TRIAL', 'PAUSED', 'ENDING', 'SUSPENDED', 'ENDED', 'REVOKED'] as const

setLooks('scim_connection.state', {
  ON: 'inForce',
  TRIAL: 'waiting',
  PAUSED: 'off',
  ENDING: 'soon',
  SUSPENDED: 'failed',
  ENDED: 'over',
  REVOKED: 'off',
})

/** What a mapping looks at: the name of a group, or a value of one of two attributes of a person. */
export const mappingSources = ['GROUP', 'ROLE', 'ENTITLEMENT'] as const
export type MappingSource = (typeof mappingSources)[number]

/** What of a person may name their perimeter, by its identifier or its name. */
export const placeAttributes = ['department', 'division', 'costCenter', 'organization', 'office', 'locality'] as const
export type PlaceAttribute = (typeof placeAttributes)[number]

/** Whoever is in a group, or has a value, holds a role here: in some perimeters, and in the one that an attribute of theirs names. */
export interface Mapping {
  readonly source: MappingSource
  /** Compared without case. */
  readonly value: string
  readonly role: Role
  readonly perimeters: readonly number[]
  readonly place: PlaceAttribute | null
}

/** An identity provider that keeps people of the organisation in step, as those see it who answer for it. Its token is nowhere but there. */
export const scimConnection = defineEntity({
  name: 'scim_connection',
  area: 'scim',
  title: 'name',
  fields: {
    name: text({ by: 'server', need: 'required' }),
    /** What its token begins with. */
    prefix: text({ by: 'server', need: 'required' }),
    /** Who answers for it: it gives no more than they could. */
    maker: ref('member', { by: 'server', need: 'required', unlisted: true }),
    /** The member that it is called by in authorship and history. */
    agent_id: integer({ by: 'server', need: 'required' }),
    state: derived(choice(connectionStates)),
    paused: flag({ by: 'server' }),
    /** What it tells is kept and tried, and changes nobody. */
    trial: flag({ by: 'server' }),
    /** Whoever comes gets a mail. */
    invites: flag({ by: 'server' }),
    /** Of whom no mapping says anything; without it they wait. */
    default_role: choice(roles, { by: 'server' }),
    mappings: json<readonly Mapping[]>({ by: 'server', need: 'required' }),
    /** From where alone it is let in; empty: from anywhere. */
    networks: json<string[]>({ by: 'server', need: 'required' }),
    people: derived(integer()),
    groups: derived(integer()),
    last_at: derived(timestamp()),
    last_address: derived(text()),
    /** The last day on which it is let in. */
    ends_on: date({ by: 'server', need: 'required' }),
    revoked_at: timestamp({ by: 'server' }),
    /** Until when its former token lets in, too. */
    former_until: derived(timestamp()),
  },
  rights: { read: 'scim_connection.read', create: null, update: null, delete: null },
  list: {
    columns: ['name', 'state', 'prefix', 'people', 'groups', 'maker', 'last_at', 'ends_on'],
    more: ['paused', 'trial', 'invites', 'default_role', 'networks', 'last_address', 'revoked_at', 'former_until'],
    filters: ['name', 'maker', 'state', 'ends_on'],
    sort: 'name',
    search: ['name', 'prefix'],
  },
  form: [],
})
