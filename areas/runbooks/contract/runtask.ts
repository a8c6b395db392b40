import { defineEntity } from '#kit/contract/entity.ts'
import { choice, date, decimal, derived, flag, identifier, integer, links, localized, markdown, ref, rows } from '#kit/contract/field.ts'
import { contributors } from '#kit/contract/right.ts'
import { periodicities } from './recurrence.ts'

/** Something that is done, or something that is looked at; left open, either answer suits (decisions, Lifecycles). */
export const taskKinds = ['OPERATION', 'CONTROL'] as const
/** Whether an answer shows something for it (RUN-16, RUN-21). */
export const proofRules = ['NONE', 'ALLOWED', 'REQUIRED'] as const

/** What somebody is to be told before it is due: so many days before each time, or on a day (RUN-18). */
const reminder = {
  days: integer({ min: 0, max: 365 }),
  date: date(),
}

/** Something that comes round again and again; people read *recurring task* (RUN-16). */
export const runtask = defineEntity({
  name: 'runtask',
  area: 'runbooks',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'T' }),
    name: localized({ need: 'required', max: 255 }),
    /** What to do or to look at. */
    description: markdown({ max: 4000 }),
    runbook: ref('runbook', { need: 'required', namedTo: contributors }),
    kind: choice(taskKinds),
    /** An implemented one: what is not in place cannot be kept up. */
    measure: ref('measure'),
    perimeter: ref('perimeter', { namedTo: contributors }),
    tag: ref('tag'),
    periodicity: choice(periodicities, { need: 'required', default: 'MONTHLY' }),
    start_date: date({ need: 'required' }),
    /** Last day of it; none: it does not end. */
    end_date: date(),
    /** Days of work, each time. */
    charge: decimal({ min: 0, max: 1000, unit: 'days' }),
    /** Who does it, each time. */
    manager: ref('member', { asks: 'occurrence.write' }),
    group: ref('group', { asks: 'occurrence.write' }),
    labels: links('label', { creates: 'label.write', max: 50 }),
    proof: choice(proofRules, { default: 'ALLOWED' }),
    approval_required: flag(),
    approver: ref('member', { asks: 'occurrence.approve' }),
    /** Where a gap goes that an answer opens. */
    gap_register: ref('gap_register'),
    /** The plan into which an action goes that an answer opens. */
    program: ref('program'),
    /** Whose values its answers give; indicators of its measure are made of them (RUN-13). */
    metrics: links('metric', { max: 20, duplicateMessage: 'runbooks.errors.metric_listed' }),
    reminders: rows(reminder, { max: 10 }),
    /** Of the catalogue; what it was made of. */
    model: ref('runtask_model'),
    archived: flag(),
    /** When it is due next, or has been since. */
    next_due: derived(date()),
    late: derived(integer()),
    /** Done among those due of the last year, in percent; null while nothing was due (RUN-06). */
    completion: derived(integer({ unit: 'percent' })),
  },
  rights: { read: 'runtask.read', create: 'runtask.write', update: 'runtask.write', delete: 'runtask.write' },
  list: {
    columns: ['identifier', 'name', 'runbook', 'periodicity', 'manager', 'next_due', 'late', 'completion'],
    more: [
      'kind',
      'group',
      'perimeter',
      'tag',
      'measure',
      'labels',
      'start_date',
      'end_date',
      'charge',
      'proof',
      'approval_required',
      'approver',
      'metrics',
      'model',
      'archived',
    ],
    filters: [
      'identifier',
      'name',
      'runbook',
      'kind',
      'periodicity',
      'perimeter',
      'tag',
      'measure',
      'manager',
      'group',
      'labels',
      'start_date',
      'end_date',
      'proof',
      'approval_required',
      'approver',
      'gap_register',
      'program',
      'metrics',
      'model',
      'archived',
    ],
    sort: 'name',
    groupedBy: 'runbook',
    search: ['identifier', 'name', 'description', 'manager', 'labels'],
  },
  form: [
    { section: 'general', fields: ['name', 'runbook', 'kind', 'description', 'measure', 'perimeter', 'tag', 'manager', 'group'] },
    { section: 'rhythm', fields: ['periodicity', 'start_date', 'end_date', 'charge', 'reminders'] },
    { section: 'answer', fields: ['proof', 'metrics', 'approval_required', 'approver', 'gap_register', 'program'] },
    { section: 'details', fields: ['labels', 'model', 'identifier', 'archived'] },
  ],
  importable: true,
})
