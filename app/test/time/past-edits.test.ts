import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Field } from '#kit/contract/field.ts'
import type { Filter, ListQuery, Sort } from '#kit/contract/list-query.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { listPage } from '#kit/server/data/lists/list-engine.ts'
import { checkQuery } from '#kit/server/data/sql/list-query-sql.ts'
import { asPast } from '#kit/server/data/sql/select-row.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { exportSheets } from '#kit/server/sheets/export-sheets.ts'
import { lineReader } from '#kit/server/sheets/lines.ts'
import { sheetWords } from '#kit/server/sheets/words.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { answersOf, differences, remember, type Question, type Remembered } from './past-answers.ts'
import { catalogues, resources } from '#app/server/registry.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const all: ListQuery = { sort: [], filters: [], global_search: '', page: 1, per_page: 1000 }
const asked = new Set(['remediation', 'program', 'measure'])

/** A filter of each kind that can be asked for without knowing a value. */
function filterOf(name: string, { kind, options }: Field): Filter | undefined {
  if (kind === 'boolean') return { name, selected_options: [true] }
  if (kind === 'choice') return { name, selected_options: [...(options.values ?? [])].slice(0, 2) }
  return ['links', 'ref', 'date'].includes(kind) ? { name, selected_options: [null] } : undefined
}

/** Everything that a reader can ask of an entity: whole rows, each order, each filter, the sheets of an export. */
const everything: Question = async (tx, resource) => {
  const { def } = resource
  if (!asked.has(def.name)) return []
  const grant = authorize(tx.who, def.rights.read)
  const { objects } = await listPage(tx, grant, resource, resources, all, { fields: Object.keys(def.fields) })
  const rows = objects.map((row) => asPast(row)).toSorted((a, b) => a.id - b.id)
  const found: Record<string, unknown> = {}
  const ask = async (named: string, part: { sort?: Sort[]; filters?: Filter[] }) => {
    const query = { ...all, ...part }
    try {
      checkQuery(resource, query)
    } catch {
      return
    }
    const page = await listPage(tx, grant, resource, resources, query)
    found[named] = [page.total, page.objects.map(({ id }) => id)]
  }
  for (const [name, field] of Object.entries(def.fields)) {
    await ask(`by ${name}`, { sort: [{ name, order: 'asc' }] })
    const filter = filterOf(name, field)
    if (filter) await ask(`where ${name}`, { filters: [filter] })
  }
  const translate = translatorFor(catalogues)
  const words = sheetWords(translate, def, tx.who.lang)
  const sheets = await exportSheets({
    tx,
    resource,
    resources,
    who: tx.who,
    translate,
    words,
    asked: { query: all, ids: null, columns: null, whole: def.importable === true, as_of: null },
  })
  const cells: unknown[] = []
  // The last one says when it was written.
  for (const sheet of sheets.slice(0, -1)) {
    if ('lines' in sheet) for await (const texts of sheet.texts) cells.push(...texts.flatMap(lineReader(sheet.lines)))
    else for await (const some of sheet.rows) cells.push(...some)
  }
  return [...rows, { id: 0, version: 0, ...found, cells }]
}

/** Numbers that only look like chance, the same at each run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test('after any edits of an action, its tasks, links, proofs, files, measure and plan, each moment is answered as it was: lists, orders, filters, exports', async () => {
  const { pilot, app, lyon, nantes, plan, auditor } = world
  const pick = chance(20_260_101)
  const one = <T>(values: readonly T[]): T => values[pick(values.length)] as T
  const some = <T>(values: readonly T[]) => values.filter(() => pick(2) === 0)
  const labels = await Promise.all(['Blue', 'Green', 'Red'].map(async (name_en) => objectOf(await pilot.post('/label', { name_en })).id as number))
  const measure = await world.measure()
  await pilot.post(`/measure/${measure.id}/implement`)
  const actions: number[] = []
  for (const perimeter of [lyon, lyon, nantes]) actions.push((await world.action({ perimeter })).id)
  const improving = objectOf(
    await pilot.post('/remediation', { name_en: 'Improve', type: 'UPGRADE', program: plan, perimeter: lyon, measure: measure.id, impact: 20 }),
  ).id as number
  actions.push(improving)
  const upload = async () => objectOf(await pilot.upload('/file', `file ${pick(1000)}.txt`, 'text')).id as number
  const edits: ((id: number) => Promise<unknown>)[] = [
    (id) =>
      pilot.put(`/remediation/${id}`, { name_en: `Act ${pick(1000)}`, priority: one([25, 50, 75, 100]), target_date: one(['2025-01-31', '2030-01-31', null]) }),
    (id) =>
      pilot.put(`/remediation/${id}`, {
        status: one(['TO_PLAN', 'PLANNED', 'ONGOING', 'STANDBY']),
        manager: one([pilot.memberId, auditor.memberId]),
        start_date: '2025-01-01',
      }),
    (id) => pilot.put(`/remediation/${id}`, { status: 'CANCELLED', status_reason: 'No more', ...(id === improving && { defect: one(['GONE', 'ACCEPTED']) }) }),
    (id) => pilot.put(`/remediation/${id}`, { labels: some(labels) }),
    (id) => pilot.put(`/remediation/${id}`, { perimeter: one([lyon, nantes]) }),
    async (id) => {
      const tasks = (objectOf(await pilot.get(`/remediation/${id}`)).tasks as { id: number; name: string }[]).filter(() => pick(4) > 0)
      const edited = tasks.map((task) => ({
        id: task.id,
        name: pick(3) === 0 ? `${task.name}!` : task.name,
        status: one(['TO_DO', 'DONE']),
        manager: one([pilot.memberId, null]),
      }))
      const files = pick(2) === 0 ? [await upload()] : []
      return pilot.put(`/remediation/${id}`, {
        tasks: [...(pick(3) === 0 ? edited.toReversed() : edited), { name: `Task ${pick(100)}`, proof_files: files }].slice(0, 5),
      })
    },
    async (id) => {
      const row = objectOf(await pilot.get(`/remediation/${id}`))
      const there = (row.attachments as { id: number }[]).filter(() => pick(3) > 0).map((file) => ({ id: file.id, comment: one([null, `Said ${pick(100)}`]) }))
      return pilot.put(`/remediation/${id}`, {
        attachments: [...there, { id: await upload() }].slice(0, 3),
        proof_files: pick(2) === 0 ? [await upload()] : [],
      })
    },
    (id) => pilot.put(`/remediation/${id}`, { proofs: some([1, 2]).map((n) => ({ name: `Proof ${n}`, url: `https://example.org/${pick(100)}` })) }),
    () => pilot.put(`/remediation/${improving}`, { impact: one([5, 10, 20, 40]) }),
    () => pilot.put(`/measure/${measure.id}`, { base_efficiency: one([60, 80, 100]), efficiency_reason: 'Measured' }),
    () => pilot.put(`/program/${plan}/assignment`, { members: some([pilot.memberId, auditor.memberId]), groups: [] }),
    () => pilot.put(`/label/${one(labels)}`, { name_en: `Colour ${pick(1000)}` }),
    () => pilot.put(`/perimeter/${nantes}`, { name_en: `Nantes ${pick(1000)}` }),
    async () => {
      actions.push((await world.action({ perimeter: one([lyon, nantes]), labels: some(labels), tasks: [{ name: 'First' }] })).id)
    },
    async (id) => {
      if (actions.length > 4 && id !== improving && (await pilot.delete(`/remediation/${id}`)).status === 200) actions.splice(actions.indexOf(id), 1)
    },
  ]
  const moments: Remembered[] = []
  for (let n = 0; n < 5; n += 1) {
    for (const edit of edits) await edit(one(actions))
    moments.push(await remember(app, pilot, everything))
  }
  for (const [n, { at, answers }] of moments.entries()) {
    expect([n, differences(answers, await answersOf(app, pilot, everything, at))]).toEqual([n, {}])
    const next = moments[n + 1]
    if (next) expect(Object.keys(differences(answers, next.answers)).length).toBeGreaterThan(5)
  }
  const changed = Object.assign({}, ...moments.slice(1).map(({ answers }, n) => differences(moments[n]?.answers ?? new Map(), answers))) as object
  for (const field of [
    'remediation.tasks',
    'remediation.labels',
    'remediation.attachments',
    'remediation.progress',
    'remediation.proven',
    'remediation.cells',
    'measure.efficiency',
    'program.assigned',
    'program.counts',
    'remediation.where labels',
    'remediation.by progress',
  ])
    expect(Object.keys(changed)).toContain(field)
})
