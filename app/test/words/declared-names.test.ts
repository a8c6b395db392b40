import { expect, test } from 'vitest'
import type { remediation } from '#areas/actions/contract/remediation.ts'
import type { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { defineEntity, type RowOf } from '#kit/contract/entity.ts'
import { choice, date, derived, integer, links, localized, ref, text } from '#kit/contract/field.ts'
import { everyRow, noRow } from '#kit/server/access/row-rule.ts'
import { defineResource, type ResourceOf, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { ListPageProps, ViewsOf } from '#kit/web/resource/list-props.ts'
import type { updateRow } from '#kit/web/resource/list-api.ts'
import type { Presentation } from '#kit/web/resource/presentation.ts'

// What this file is about the compiler checks: a line that is marked as wrong and compiles is an error of its own.

const fields = {
  name: localized({ need: 'required' }),
  status: choice(['OPEN', 'DONE']),
  occurred: date(),
  note: text(),
  impact: integer(),
  manager: ref('member'),
  measures: links('measure'),
  late: derived(integer()),
}
const rest = {
  name: 'incident',
  area: 'made_up',
  title: 'name',
  fields,
  rights: { read: 'incident.read', create: null, update: null, delete: null },
  form: [{ section: 'general', fields: ['name'] }],
} as const
const list = { columns: ['name'], filters: ['status'], sort: '-occurred', search: ['name'] } as const
const incident = defineEntity({ ...rest, list })
const rules = { read: everyRow, create: noRow, update: noRow, delete: noRow }
const resource: ResourceOf<typeof incident> = { def: incident, rules }

test('a declaration names its own fields', () => {
  // @ts-expect-error a column that is no field
  defineEntity({ ...rest, list: { ...list, columns: ['nam'] } })
  // @ts-expect-error a further column that is no field
  defineEntity({ ...rest, list: { ...list, more: ['nam'] } })
  // @ts-expect-error a filter that is no field
  defineEntity({ ...rest, list: { ...list, filters: ['statuz'] } })
  // @ts-expect-error a sort by no field
  defineEntity({ ...rest, list: { ...list, sort: '-occured' } })
  // @ts-expect-error a search in no field
  defineEntity({ ...rest, list: { ...list, search: ['nam'] } })
  // @ts-expect-error a form with no field
  defineEntity({ ...rest, list, form: [{ section: 'general', fields: ['nam'] }] })
  // @ts-expect-error a section that depends on no field
  defineEntity({ ...rest, list, form: [{ section: 'general', fields: ['name'], when: ['statuz', 'OPEN'] }] })
  // @ts-expect-error a title that is no field
  defineEntity({ ...rest, list, title: 'nam' })
  expect(Object.keys(incident.fields)).toContain('status')
})

/** Never called: only what compiles is of interest. */
export function hooks({ before, changes }: WriteContext<typeof remediation>, { after }: WrittenContext<typeof remediation>): unknown[] {
  changes.done_date = '2026-01-01'
  // @ts-expect-error no such field
  changes.done_datte = '2026-01-01'
  // @ts-expect-error a value of another kind
  changes.done_date = 7
  // @ts-expect-error none of the choices
  changes.status = 'ENDED'
  // @ts-expect-error the server computes it
  changes.late = true
  return [
    changes.name_en,
    before?.status,
    before?.manager_id,
    before?.name_fr,
    after?.version,
    after?.measure_id,
    // @ts-expect-error no such column
    before?.statuz,
    // @ts-expect-error a reference is stored in a column of its own name
    before?.manager,
    // @ts-expect-error a text in two languages is stored in two columns
    before?.name,
    // @ts-expect-error links are stored in a table of their own
    before?.measures,
    // @ts-expect-error what is computed for reading is not stored
    after?.late,
  ]
}

test('what the server does about an entity names its own fields', () => {
  const late = { late: () => undefined as never }
  const made = defineResource({
    ...resource,
    derived: late,
    beforeWrite: ({ changes }) => void (changes.note ??= null),
    turn: (_, { status }) => status ?? null,
  })
  expect(made.def.name).toBe('incident')
  // @ts-expect-error a hook that reads no column
  expect(defineResource({ ...resource, derived: late, afterWrite: ({ before }) => void before?.occured })).toBeTruthy()
  // @ts-expect-error a hook of another entity
  expect(defineResource({ ...resource, derived: late, beforeWrite: (_context: WriteContext<typeof perimeter>) => {} })).toBeTruthy()
  // @ts-expect-error a turn that follows from no field
  expect(defineResource({ ...resource, derived: late, turn: (_, { statuz }) => statuz })).toBeTruthy()
  // @ts-expect-error SQL of a field that is stored
  expect(defineResource({ ...resource, derived: { ...late, status: late.late } })).toBeTruthy()
  // @ts-expect-error a copy without no field
  expect(defineResource({ ...resource, derived: late, fork: { without: ['statuz'] } })).toBeTruthy()
  // @ts-expect-error a file that needs no field
  expect(defineResource({ ...resource, derived: late, importing: { needs: ['statuz'] } })).toBeTruthy()
})

test('how an entity is shown names its own fields', () => {
  const views: readonly ViewsOf<typeof incident>[] = [
    { board: { by: 'status', who: 'manager' }, gantt: { start: 'occurred', end: 'occurred', status: 'status', progress: 'late', who: 'manager' } },
    // @ts-expect-error columns of no field
    { board: { by: 'statuz' } },
    // @ts-expect-error columns of a field that is no choice
    { board: { by: 'note' } },
    // @ts-expect-error people in a field that names none
    { board: { by: 'status', who: 'note' } },
    // @ts-expect-error a beginning in no field
    { gantt: { start: 'occured', end: 'occurred' } },
    // @ts-expect-error an end in a field that is no date
    { gantt: { start: 'occurred', end: 'note' } },
    // @ts-expect-error progress in a field that is no number
    { gantt: { start: 'occurred', end: 'occurred', progress: 'note' } },
  ]
  const presentations: readonly Presentation<typeof incident>[] = [
    { cells: { status: (row) => row.status, created_at: () => '' }, widths: { name: 10 }, along: { status: ['note'] } },
    // @ts-expect-error a cell of no field
    { cells: { statuz: () => '' } },
    // @ts-expect-error a cell that reads no field
    { cells: { status: (row) => row.statuz } },
    // @ts-expect-error a width of no field
    { widths: { nam: 10 } },
    // @ts-expect-error asked along with no field
    { along: { status: ['statuz'] } },
  ]
  const pages: readonly ListPageProps<typeof incident>[] = [
    { entity: incident, initial: { status: 'OPEN', name_en: 'x' }, tabs: { by: 'status', counts: '' } },
    // @ts-expect-error a value of no field
    { entity: incident, initial: { statuz: 'OPEN' } },
    // @ts-expect-error tabs of a field that is no choice
    { entity: incident, tabs: { by: 'note', counts: '' } },
  ]
  expect([views.length, presentations.length, pages.length]).toEqual([7, 5, 3])
})

/** Never called either. */
export function rowsOf(row: RowOf<typeof incident>, update: typeof updateRow): unknown[] {
  return [
    row.status,
    row.name_en,
    row.manager?.name,
    update(incident, row, { note: null }),
    // @ts-expect-error no such field
    row.statuz,
    // @ts-expect-error no such field
    update(incident, row, { statuz: null }),
  ]
}
