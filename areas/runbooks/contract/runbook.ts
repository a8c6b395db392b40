import { defineEntity } from '#kit/contract/entity.ts'
import { derived, flag, identifier, integer, links, localized, markdown } from '#kit/contract/field.ts'
import { assignment } from '#kit/contract/register.ts'

/** What the first one of an organisation is called, and stays (RUN-04). */
export const defaultIdentifier = '_DEF'

/** Recurring tasks that are kept and reported on together (RUN-15). */
export const runbook = defineEntity({
  name: 'runbook',
  area: 'runbooks',
  title: 'name',
  fields: {
    identifier: identifier({ prefix: 'RB' }),
    name: localized({ need: 'required' }),
    description: markdown(),
    /** Whose pilots may see the runbook; none: every pilot. */
    perimeters: links('perimeter', { duplicateMessage: 'organisation.errors.perimeter_listed' }),
    labels: links('label', { creates: 'label.write', max: 50 }),
    ...assignment,
    /** Every answer in it is looked at by somebody else. */
    approvals_required: flag(),
    is_default: flag({ setBy: 'runbook.choose_default' }),
    archived: flag(),
    tasks: derived(integer()),
    due: derived(integer()),
    late: derived(integer()),
    /** Done among those due of the last year, in percent; null while nothing was due (RUN-06). */
    completion: derived(integer({ unit: 'percent' })),
  },
  rights: { read: 'runbook.read', create: 'runbook.write', update: 'runbook.write', delete: 'runbook.write' },
  list: {
    columns: ['identifier', 'name', 'perimeters', 'assigned', 'tasks', 'due', 'late', 'completion'],
    more: ['labels', 'assigned_to_me', 'approvals_required', 'is_default', 'archived'],
    filters: ['identifier', 'name', 'perimeters', 'labels', 'assigned_to_me', 'is_default', 'archived'],
    sort: 'name',
    search: ['identifier', 'name', 'description'],
  },
  oneDefault: {
    always: true,
    messages: { needed: 'runbooks.errors.default_needed', deleted: 'runbooks.errors.default_deleted', archived: 'runbooks.errors.default_archived' },
  },
  form: [{ section: 'general', fields: ['name', 'identifier', 'perimeters', 'labels', 'description', 'approvals_required', 'is_default', 'archived'] }],
})
