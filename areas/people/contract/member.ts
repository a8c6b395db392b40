import { dateOrders } from '#kit/contract/date-order.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { choice, choices, date, derived, email, flag, integer, links, ref, text, timestamp } from '#kit/contract/field.ts'
import { roles } from '#kit/contract/right.ts'

/**
 * A visiting member stands for somebody who entered from outside; only authorship and history show them. One from outside answers what a campaign asks them and
 * finds nothing else (docs/decisions/0073). A key stands for a program that works with it (docs/decisions/0117).
 */
export const memberKinds = ['MEMBER', 'VISITING', 'OUTSIDE', 'KEY'] as const

/** How somebody reads the screen; the system decides until they choose. */
export const themes = ['SYSTEM', 'LIGHT', 'DARK'] as const

/** A person in an organisation: what managers, authors and assignments point to. People read *user*. */
export const member = defineEntity({
  name: 'member',
  area: 'people',
  title: 'name',
  fields: {
    name: text({ by: 'server', max: 257 }),
    /** Cannot change: it is the account's, which other organisations may share. */
    email: email({ need: 'required' }),
    firstname: text({ need: 'required' }),
    lastname: text({ need: 'required' }),
    /** Left empty, the first letters of both names (ACC-67). */
    initials: text({ max: 3 }),
    job_title: text(),
    lang: choice(languages, { default: 'en' }),
    roles: choices(roles, { need: 'required' }),
    /** What local roles reach, with all below (GEN-21). */
    perimeters: links('perimeter', { duplicateMessage: 'people.errors.perimeter_listed' }),
    /** The grouping whose perimeters local roles reach too. */
    tag: ref('tag'),
    groups: derived(links('group')),
    is_staff: flag(),
    /** Somebody from outside, who comes in between two days and contributes, no more (GEN-16). */
    is_external: flag(),
    access_start: date(),
    access_end: date(),
    disabled: flag(),
    archived: flag(),
    /** Made by single sign-on, and not yet let in by anybody. */
    awaits_approval: flag({ by: 'server' }),
    /** Roles that single sign-on gave, and may change; not once somebody has chosen them by hand. */
    roles_from_sso: flag({ by: 'server' }),
    last_login: derived(timestamp()),
    /** After too many failures, for a while. */
    locked: derived(flag()),
    /** More than a password is asked of them. */
    strong: derived(flag()),
    kind: choice(memberKinds, { default: 'MEMBER', by: 'server' }),
    account_id: integer({ by: 'server' }),
    /** What follows is each person's own to choose, in their profile. */
    weekly_digest: flag({ by: 'server', default: true }),
    daily_notifications: flag({ by: 'server', default: true }),
    theme: choice(themes, { default: 'SYSTEM', by: 'server' }),
    /** An IANA name, for what this person reads; without it the organisation's. */
    time_zone: text({ by: 'server' }),
    /** How this person writes days; without it as their language and their browser's region do (I18N-03). */
    date_order: choice(dateOrders, { by: 'server' }),
    /** What checks find (docs/decisions/0051). */
    ...findings('GONE_HOLDING', 'EXTERNAL_OVER', 'ADMIN_NOT_STRONG', 'NEVER_CAME'),
  },
  rights: { read: 'member.read', create: 'member.create', update: 'member.write', delete: 'member.delete' },
  list: {
    columns: ['name', 'email', 'roles', 'perimeters', 'groups', 'last_login', 'strong', 'disabled'],
    more: ['tag', 'job_title', 'lang', 'initials', 'is_staff', 'is_external', 'access_end', 'archived'],
    filters: [
      'name',
      'email',
      'roles',
      'perimeters',
      'tag',
      'disabled',
      'archived',
      'is_staff',
      'is_external',
      'awaits_approval',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'name',
    search: ['name', 'email', 'job_title'],
  },
  form: [
    { section: 'identity', fields: ['firstname', 'lastname', 'email', 'initials', 'job_title', 'lang'] },
    { section: 'rights', fields: ['roles', 'perimeters', 'tag', 'is_staff'] },
    { section: 'access', fields: ['is_external', 'access_start', 'access_end', 'disabled', 'archived'] },
  ],
  importable: true,
})
