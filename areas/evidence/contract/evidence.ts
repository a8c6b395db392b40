import { findings } from '#kit/contract/check.ts'
import { defineEntity } from '#kit/contract/entity.ts'
import { askedLinks, choice, date, derived, files, flag, identifier, integer, json, localized, markdown, ref, rows, text, url } from '#kit/contract/field.ts'
import { contributors, everyRole } from '#kit/contract/right.ts'

/** What it is to look at: by its first file, else a link. */
export const evidenceKinds = ['PDF', 'IMAGE', 'SHEET', 'TEXT', 'DOCUMENT', 'LINK'] as const
/** In the order of the tabs; the days of the organisation decide. */
export const evidenceStates = ['VALID', 'EXPIRING', 'EXPIRED', 'NO_EXPIRY'] as const
/** Days before its end from which on it is told to end soon. */
export const expiringDays = 14

/** A file of a revision as it was; its content stays readable by its id. */
export interface RevisionFile {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly mime: string
  readonly sha256: string
}

const revision = {
  number: integer({ need: 'required' }),
  url: url(),
  files: json<readonly RevisionFile[]>(),
  reason: text({ max: 1000 }),
  author: ref('member', { namedTo: everyRole }),
  date: date(),
}

/** What shows that something is so: files or a link, for a time, in revisions of which each stays; one serves many actions. */
export const evidence = defineEntity({
  name: 'evidence',
  area: 'evidence',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'EV' }),
    name: localized({ need: 'required', max: 500 }),
    description: markdown({ max: 4000 }),
    /** Whose it is to keep valid. */
    manager: ref('member'),
    group: ref('group'),
    perimeter: ref('perimeter', { namedTo: contributors }),
    /** Since when it shows what it shows, whenever it was sent. */
    effective_date: date({ notAfter: 'today' }),
    /** Last day included; none: it does not end. */
    valid_until: date(),
    kind: choice(evidenceKinds, { by: 'server' }),
    /** The content of the current revision: changing it makes another one. */
    files: files({ max: 5 }),
    url: url(),
    /** Why there is a new revision, or why it holds longer. */
    change_reason: text({ max: 1000 }),
    revision: integer({ by: 'server', default: 1 }),
    revisions: rows(revision, { by: 'server', max: 1000 }),
    state: derived(choice(evidenceStates)),
    /** Whether anything shows it: an action, an answer, a value, a supplier’s certificate. */
    used: derived(flag()),
    /** What it proves by the actions and the occurrences of recurring tasks that show it, and the requirements that those measures answer. */
    measures: askedLinks('measure'),
    requirements: askedLinks('control'),
    /** What checks find (docs/decisions/0051). */
    ...findings('EXPIRED_IN_USE', 'UNUSED', 'NO_OWNER'),
  },
  rights: { read: 'evidence.read', create: 'evidence.write', update: 'evidence.write', delete: 'evidence.delete' },
  list: {
    columns: ['identifier', 'name', 'kind', 'valid_until', 'manager', 'perimeter'],
    more: ['state', 'group', 'effective_date', 'revision', 'used'],
    filters: [
      'identifier',
      'name',
      'state',
      'kind',
      'manager',
      'group',
      'perimeter',
      'effective_date',
      'valid_until',
      'used',
      'measures',
      'requirements',
      'findings',
      'accepted_findings',
      'within',
    ],
    sort: 'valid_until',
    search: ['identifier', 'name', 'description', 'manager'],
  },
  form: [
    { section: 'general', fields: ['name', 'effective_date', 'valid_until', 'manager', 'group', 'perimeter', 'description', 'identifier'] },
    { section: 'content', fields: ['files', 'url', 'change_reason'] },
  ],
})
