import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, identifier, integer, localized, markdown, ref, rows, timestamp } from '#kit/contract/field.ts'
import { spans } from '#kit/contract/source.ts'

/** Whom a dashboard is for: every pilot and auditor at or above its place, or those alone who are named. */
export const audiences = ['PUBLIC', 'PRIVATE'] as const
/** What somebody who is named may do with it. */
export const accesses = ['VIEW', 'EDIT'] as const

/** What somebody puts together of what the product counts, to be read by others (DSH-01, DSH-12). */
export const dashboard = defineEntity({
  name: 'dashboard',
  area: 'reporting',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'DSH' }),
    name: localized({ need: 'required' }),
    description: markdown({ max: 2000, short: true }),
    owner: ref('member', { asks: 'dashboard.write' }),
    /** What it is kept to, with what lies below; empty: all that its reader reaches. */
    perimeter: ref('perimeter'),
    period: choice(spans, { default: 'LAST_365_DAYS', need: 'required' }),
    visibility: choice(audiences, { default: 'PRIVATE', need: 'required' }),
    users_with_access: rows(
      { user: ref('member', { need: 'required', asks: null }), access: choice(accesses, { default: 'VIEW', need: 'required' }) },
      { max: 200 },
    ),
    archived: flag(),
    /** Number of the version that is published; null: none is. */
    published_version: derived(integer()),
    published_at: derived(timestamp()),
    /** Links that open it without a session and hold still. */
    links: derived(integer()),
    /** Figures are being frozen for a new version. */
    computing: derived(flag()),
    /** The reader opens it in place of the cockpit. */
    is_home: derived(flag({ personal: true })),
  },
  rights: { read: 'dashboard.read', create: 'dashboard.write', update: 'dashboard.write', delete: 'dashboard.write' },
  list: {
    columns: ['identifier', 'name', 'perimeter', 'owner', 'visibility', 'published_version', 'published_at', 'links'],
    more: ['description', 'period', 'is_home', 'archived'],
    filters: ['identifier', 'name', 'perimeter', 'owner', 'visibility', 'published_at', 'archived'],
    sort: 'name',
    search: ['identifier', 'name', 'description', 'owner'],
  },
  form: [
    { section: 'general', fields: ['name', 'description', 'perimeter', 'period', 'owner', 'identifier'] },
    { section: 'readers', fields: ['visibility', 'users_with_access'] },
    { section: 'state', fields: ['archived'] },
  ],
})
