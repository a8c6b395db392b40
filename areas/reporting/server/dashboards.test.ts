import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
let board: number

const ask = (source: string, more: object = {}) => ({ source, ...more })
const block = (id: string, type: string, of: object | null, more: object = {}) => ({ id, type, title_en: id, ask: of, ...more })
const layout = () => ({
  sections: [
    {
      id: 'section1',
      title_en: 'Where we stand',
      columns: 4,
      blocks: [
        block('late01', 'KPI', ask('rows.remediation', { figure: 'remediation.late' })),
        block('bysite', 'BAR', ask('rows.remediation', { figure: 'remediation.open', by: 'perimeter', across: 'late' })),
        block('bymonth', 'LINE', ask('rows.remediation', { over: 'target_date' }), { span: 'LAST_365_DAYS' }),
        block('worst1', 'TOP', ask('rows.remediation', { columns: ['name', 'status', 'target_date'], sort: [{ name: 'target_date', order: 'asc' }] })),
        block('score1', 'KPI', ask('scores.score')),
        block('words1', 'TEXT', null, { text_en: 'Release 60 k€.', text_fr: 'Débloquer 60 k€.' }),
      ],
    },
  ],
})
const answers = (objects: readonly Row[]) => Object.fromEntries(objects.map(({ id, answer }) => [id, answer]))
const told = async (person: Person, blocks: readonly object[], more: object = {}) =>
  answers((await person.post('/dashboard/blocks', { blocks, period: 'LAST_365_DAYS', ...more })).body.objects as Row[])

beforeAll(async () => {
  world = await makeWorld()
  const { lyon, nantes } = world
  for (const [perimeter, days] of [
    [lyon, -3],
    [lyon, 20],
    [nantes, -10],
    [nantes, -40],
    [nantes, 60],
  ] as const)
    await world.action({ perimeter, status: 'PLANNED', target_date: dayFromNow(days), name_en: `Due ${days}` })
  board = objectOf(await world.pilot.post('/dashboard', { name_en: 'Board', name_fr: 'Conseil', visibility: 'PUBLIC' })).id as number
})
afterAll(() => world.app.close())

const save = async (person: Person, id: number, given: object): Promise<Row> => {
  const { version } = objectOf(await person.get(`/dashboard/${id}/draft`))
  return objectOf(await person.put(`/dashboard/${id}/draft`, { version, layout: given }))
}
const published = async (person: Person, id: number) => {
  const { version } = objectOf(await person.get(`/dashboard/${id}/draft`))
  const number = objectOf(await person.post(`/dashboard/${id}/publish`, { version })).number as number
  await world.app.jobs()
  return number
}

test('blocks tell the rows of their own list: figures, groups, a course and the first ones', async () => {
  const { late01, bysite, bymonth, worst1, words1 } = await told(world.pilot, layout().sections[0]?.blocks ?? [])
  expect(late01).toMatchObject({ kind: 'figure', value: 3, rises: false, opens: { entity: 'remediation', total: 3 } })
  expect(bysite.series.map(({ label }: Row) => label)).toEqual(['Late', 'Others'])
  expect(bysite.rows.map(({ label, values }: Row) => [label, values])).toEqual([
    ['Nantes', [2, 1]],
    ['Lyon', [1, 1]],
  ])
  expect(bysite).toMatchObject({ total: 5, rises: null })
  expect(bymonth.points.reduce((sum: number, { values }: Row) => sum + values[0], 0)).toBe(3)
  expect(worst1).toMatchObject({ kind: 'rows', total: 5 })
  expect(worst1.rows.map(({ cells }: Row) => cells[0])).toEqual(['Due -40', 'Due -10', 'Due -3', 'Due 20', 'Due 60'])
  expect(words1).toBeNull()
})

test('what a block counts is what the list that it opens shows, to whoever reads it', async () => {
  for (const person of [world.pilot, world.auditor, world.local]) {
    const { body } = await world.pilot.get('/dashboard/sources')
    expect(body.objects.map(({ name }: Row) => name)).toContain('rows.remediation')
    // Auditors build nothing: they read what was published.
    if (person === world.auditor) {
      expect((await person.get('/dashboard/sources')).status).toBe(403)
      continue
    }
    const { late01, bysite } = await told(person, layout().sections[0]?.blocks ?? [])
    for (const link of [late01.opens, ...bysite.rows.map(({ opens }: Row) => opens)]) {
      const listed = await person.post(`/${link.entity}/page`, { queryParams: { filters: link.filters } })
      expect([link.total, listed.body.total]).toEqual([listed.body.total, link.total])
    }
  }
  expect((await told(world.local, layout().sections[0]?.blocks ?? [])).late01.value).toBe(1)
})

test('what is not offered is not told, and one block that fails leaves the others', async () => {
  const { body } = await world.pilot.post('/dashboard/blocks', {
    period: 'LAST_365_DAYS',
    blocks: [
      block('personal', 'KPI', ask('rows.remediation', { figure: 'remediation.mine' })),
      block('filtered', 'KPI', ask('rows.remediation', { filters: [{ name: 'mine', selected_options: [true] }] })),
      block('unknown', 'KPI', ask('rows.account')),
      block('nothing', 'BAR', ask('rows.remediation', { by: 'description' })),
      block('gone01', 'KPI', ask('indicators.value', { given: { indicator: 999_999 } })),
      block('late01', 'KPI', ask('rows.remediation', { figure: 'remediation.late' })),
    ],
  })
  expect(body.objects.map(({ id, answer, error }: Row) => [id, answer?.value ?? null, error])).toEqual([
    ['personal', null, 'A setting is missing'],
    ['filtered', null, 'A setting is missing'],
    ['unknown', null, 'Outside your scope'],
    ['nothing', null, 'A setting is missing'],
    ['gone01', null, 'Outside your scope'],
    ['late01', 3, null],
  ])
})

test('a draft that somebody else saved meanwhile is not written over', async () => {
  const id = objectOf(await world.pilot.post('/dashboard', { name_en: 'Two tabs' })).id as number
  const { version } = objectOf(await world.pilot.get(`/dashboard/${id}/draft`))
  expect((await world.pilot.put(`/dashboard/${id}/draft`, { version, layout: layout() })).status).toBe(200)
  const refused = await world.pilot.put(`/dashboard/${id}/draft`, { version, layout: { sections: [] } })
  expect([refused.status, refused.body.message]).toEqual([409, 'You saved this dashboard yourself meanwhile, in another window or on another device'])
  expect(objectOf(await world.pilot.get(`/dashboard/${id}/draft`)).layout.sections).toHaveLength(1)
  const other = await world.app.member(world.customer, 'global_pilote')
  const theirs = await other.put(`/dashboard/${id}/draft`, { version, layout: { sections: [] } })
  expect([theirs.status, theirs.body.message]).toEqual([409, expect.stringMatching(/^\S.* saved this dashboard meanwhile$/)])
})

test('a draft that nobody has begun says its number and what is kept of the dashboard all the same', async () => {
  const id = objectOf(await world.pilot.post('/dashboard', { name_en: 'Never begun' })).id as number
  expect(objectOf(await world.pilot.get(`/dashboard/${id}/draft`))).toMatchObject({ version: 1, layout: { sections: [] }, number: 1, kept: 50, goes: null })
  const set = (quotas: object) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set quotas = $1 where id = $2', [JSON.stringify(quotas), world.customer]), {
      provider: true,
    })
  await set({ dashboard_history: 10 })
  await world.app.db.transaction(world.customer, (tx) =>
    tx.runText(
      `insert into dashboard_version (customer_id, dashboard_id, number, moment, day, layout, period, reach, asker, blocks, state)
       select current_customer(), $1, n, moment(), '2026-01-01', '{"sections":[]}', 'LAST_365_DAYS', '', '{}', 0, 'FROZEN' from generate_series(1, 10) n`,
      [id],
    ),
  )
  expect(objectOf(await world.pilot.get(`/dashboard/${id}/draft`))).toMatchObject({ version: 1, number: 11, kept: 10, goes: 1 })
  await set({})
})

test('where sections are read only their blocks may still be changed, and nothing else of them', async () => {
  const id = objectOf(await world.pilot.post('/dashboard', { name_en: 'Kept sections' })).id as number
  const set = (flags: object) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set flags = $1 where id = $2', [JSON.stringify(flags), world.customer]), { provider: true })
  await set({ dashboard_section_edit: false })
  try {
    const { sections } = (await save(world.pilot, id, layout())).layout
    const [section] = sections
    await save(world.pilot, id, { sections: [{ ...section, blocks: section.blocks.slice(1) }] })
    for (const changed of [[{ ...section, columns: 2 }], [section, { id: 'another', columns: 1, blocks: [] }], []]) {
      const { version } = objectOf(await world.pilot.get(`/dashboard/${id}/draft`))
      expect(await world.pilot.put(`/dashboard/${id}/draft`, { version, layout: { sections: changed } })).toMatchObject({
        status: 403,
        body: { message: 'Sections are read only in this organisation' },
      })
    }
  } finally {
    await set({})
  }
})

test('what checks find is asked anew each time, since not all that it follows from is in the log', async () => {
  const blocks = [block('checks', 'BAR', ask('checks.found')), block('nobody', 'KPI', ask('rows.remediation', { figure: 'remediation.unassigned' }))]
  const found = async () => (await told(world.pilot, blocks)).checks.total as number
  const listed = async () => ((await world.pilot.get('/check')).body.object.lines as Row[]).reduce((sum: number, line: Row) => sum + line.found, 0)
  const before = await found()
  expect(before).toBe(await listed())
  const giveTo = (member: number | null) =>
    world.app.db.transaction(world.customer, (tx) => tx.runText('update remediation set manager_id = $2 where customer_id = $1', [world.customer, member]))
  await giveTo(world.pilot.memberId)
  const after = await found()
  expect([after, after < before]).toEqual([await listed(), true])
  await giveTo(null)
  expect(await found()).toBe(before)
})

test('a version keeps its figures, whatever happens afterwards, and each reader sees their own part', async () => {
  await save(world.pilot, board, layout())
  expect(await published(world.pilot, board)).toBe(1)
  const shown = async (person: Person, query = '') => objectOf(await person.get(`/dashboard/${board}/shown${query}`))
  const first = await shown(world.pilot)
  expect(first).toMatchObject({ edit_right: true, computing: false, frozen: { number: 1 } })
  expect(answers(first.frozen.blocks).late01.value).toBe(3)
  await world.action({ perimeter: world.lyon, status: 'PLANNED', target_date: dayFromNow(-1) })
  expect(answers((await shown(world.pilot)).frozen.blocks).late01.value).toBe(3)
  // Read for the first time only now: as it was when it was published.
  const local = await shown(world.local)
  expect(local.edit_right).toBe(false)
  expect(answers(local.frozen.blocks).late01.value).toBe(1)
  expect(answers((await shown(world.auditor)).frozen.blocks).late01.value).toBe(3)
  expect((await world.contributor.get(`/dashboard/${board}/shown`)).status).toBe(404)
  expect(await published(world.pilot, board)).toBe(2)
  expect(answers((await shown(world.pilot)).frozen.blocks).late01.value).toBe(4)
  expect(answers((await shown(world.pilot, '?number=1')).frozen.blocks).late01.value).toBe(3)
  expect((await shown(world.pilot)).versions.map(({ number, state }: Row) => [number, state])).toEqual([
    [2, 'FROZEN'],
    [1, 'FROZEN'],
  ])
})

test('what was frozen for a reader is theirs for as long as they reach it, and an auditor is told nothing of what only pilots read', async () => {
  const { local, lyon, nantes } = world
  const id = objectOf(await world.pilot.post('/dashboard', { name_en: 'Reach', visibility: 'PUBLIC' })).id as number
  await save(world.pilot, id, {
    sections: [
      {
        id: 'section1',
        columns: 1,
        blocks: [
          block('late01', 'KPI', ask('rows.remediation', { figure: 'remediation.late' })),
          block('review', 'KPI', ask('rows.review', { figure: 'review.open' })),
        ],
      },
    ],
  })
  await published(world.pilot, id)
  const told = async (person: Person) => answers(objectOf(await person.get(`/dashboard/${id}/shown`)).frozen.blocks)
  const [atLyon, everywhere] = [(await told(local)).late01.value, (await told(world.pilot)).late01.value]
  await world.pilot.put(`/member/${local.memberId}`, { perimeters: [nantes] })
  expect((await told(local)).late01.value).toBe(everywhere - atLyon)
  await world.pilot.put(`/member/${local.memberId}`, { perimeters: [lyon] })
  expect((await told(local)).late01.value).toBe(atLyon)
  expect((await told(world.pilot)).review.value).toEqual(expect.any(Number))
  const { frozen } = objectOf(await world.auditor.get(`/dashboard/${id}/shown`))
  expect(frozen.blocks).toContainEqual({ id: 'review', answer: null, error: 'Outside your scope' })
  expect(answers(frozen.blocks).late01.value).toBe(everywhere)
})

test('a version goes out as Word and PDF, with what it told whoever asks', async () => {
  const file = async (person: Person, format: 'docx' | 'pdf', number = 1) => {
    const asked = await person.post(`/dashboard/${board}/dashboard_version_report`, { format, number })
    if (asked.status !== 200) return asked.status
    await world.app.jobs()
    const { stage, file_id: id } = objectOf(await person.get(`/report/${asked.body.object.job_id}`))
    expect(stage).toBe('done')
    return (await person.get(`/file/${id}/download`)).body as Buffer
  }
  const figures = async (person: Person) => {
    const entry = zipEntries((await file(person, 'docx')) as Buffer)?.find(({ name }) => name === 'word/document.xml')
    const text = entry?.read().toString() ?? ''
    return [...text.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, said]) => said)
  }
  const [all, own] = [await figures(world.pilot), await figures(world.local)]
  // Late in the whole organisation, and at Lyon alone.
  for (const [said, late] of [
    [all, '3'],
    [own, '1'],
  ] as const) {
    expect(said.some((text) => text?.startsWith('late01'))).toBe(true)
    expect(said).toContain(late)
    expect(said.join(' ')).toContain('Release 60')
  }
  expect(own.join(' ')).not.toContain('Nantes')
  expect(((await file(world.pilot, 'pdf')) as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await file(world.pilot, 'pdf', 99)).toBe(404)
  expect(await file(world.contributor, 'pdf')).toBe(404)
})

test('a second computation waits for the first', async () => {
  const { version } = objectOf(await world.pilot.get(`/dashboard/${board}/draft`))
  expect((await world.pilot.post(`/dashboard/${board}/publish`, { version })).status).toBe(200)
  const refused = await world.pilot.post(`/dashboard/${board}/recompute`, {})
  expect([refused.status, refused.body.message]).toEqual([409, 'Computation in progress, please try again later'])
  await world.app.jobs()
  expect((await world.pilot.post(`/dashboard/${board}/recompute`, {})).status).toBe(200)
  await world.app.jobs()
})

test('an earlier version comes back as a draft, and changes no version', async () => {
  await save(world.pilot, board, { sections: [] })
  const { version } = objectOf(await world.pilot.get(`/dashboard/${board}/draft`))
  const draft = objectOf(await world.pilot.post(`/dashboard/${board}/restore`, { number: 1, version }))
  expect(draft.layout.sections[0].blocks).toHaveLength(6)
})

test('somebody named reads and changes as far as they were let, and no further once that is taken away', async () => {
  const id = objectOf(await world.pilot.post('/dashboard', { name_en: 'Ours' })).id as number
  expect((await world.local.get(`/dashboard/${id}`)).body.message).toBe('You do not have access to this dashboard, contact an administrator')
  expect((await world.pilot.post(`/dashboard/${id}/users`, { user_id: world.local.memberId, right: 'VIEW' })).status).toBe(200)
  expect((await world.local.get(`/dashboard/${id}/shown`)).status).toBe(200)
  expect((await world.local.get(`/dashboard/${id}/draft`)).status).toBe(403)
  expect((await world.pilot.post(`/dashboard/${id}/users`, { user_id: world.local.memberId, right: 'EDIT' })).status).toBe(200)
  await save(world.local, id, layout())
  // What a link shows is what whoever published it sees: nobody makes one for more than they see themselves.
  await published(world.pilot, id)
  expect(objectOf(await world.local.get(`/dashboard/${id}/shown`))).toMatchObject({ edit_right: true, share_right: false })
  const refused = await world.local.post(`/dashboard/${id}/share`, { name: 'Out' })
  expect([refused.status, refused.body.message]).toEqual([403, 'This version shows more than you reach: only its author or a global pilot shares it'])
  await published(world.local, id)
  expect(objectOf(await world.local.get(`/dashboard/${id}/shown`))).toMatchObject({ share_right: true })
  expect((await world.local.post(`/dashboard/${id}/share`, { name: 'Ours' })).status).toBe(200)
  expect(objectOf(await world.pilot.get(`/dashboard/${id}/shown`))).toMatchObject({ share_right: true })
  expect((await world.pilot.delete(`/dashboard/${id}/users/${world.local.memberId}`)).status).toBe(200)
  expect((await world.local.get(`/dashboard/${id}/shown`)).status).toBe(404)
})

const visit = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await world.app.http.inject({ method: 'GET', url: `/api${new URL(url).pathname}`, headers })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

test('a link opens the published version without an account, in both languages, and leads nowhere', async () => {
  const link = objectOf(await world.pilot.post(`/dashboard/${board}/share`, { name: 'Directors' }))
  expect(link.url).toMatch(/\/share\/dashboard\/[\w-]{43}$/)
  const { status, body, headers } = await visit(link.url)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  expect(body.object.name).toEqual({ en: 'Board', fr: 'Conseil' })
  const { en, fr } = body.object.frozen
  expect(answers(en.blocks).bysite.series[0].label).toBe('Late')
  expect(answers(fr.blocks).bysite.series[0].label).toBe('En retard')
  expect(JSON.stringify(body)).not.toContain('"entity"')
  expect((await visit(link.url.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A')))).body.message).toMatch(/^(Invalid token|Jeton invalide)$/)
  const [listed] = (await world.pilot.get(`/dashboard/${board}/links`)).body.objects as Row[]
  expect(listed).toMatchObject({ name: 'Directors', state: 'OPEN', has_code: false })
  expect((await world.pilot.post(`/dashboard_link/${link.id}/revoke`, {})).status).toBe(200)
  await expect.poll(async () => (await visit(link.url)).status).toBe(404)
})

test('a code is asked first, and five wrong ones close the link', async () => {
  const link = objectOf(await world.pilot.post(`/dashboard/${board}/share`, { code: 'Conseil2026' }))
  expect((await visit(link.url)).body).toMatchObject({ object: null, code_needed: true })
  expect((await visit(link.url, { 'x-share-code': 'Conseil2026' })).body.object.organisation).toEqual(expect.any(String))
  for (let n = 0; n < 4; n += 1) expect((await visit(link.url, { 'x-share-code': 'wrong0' })).status).toBe(400)
  expect((await visit(link.url, { 'x-share-code': 'wrong0' })).status).toBe(404)
  expect((await visit(link.url, { 'x-share-code': 'Conseil2026' })).status).toBe(404)
})

test('a link opens from its networks alone', async () => {
  const here = objectOf(await world.pilot.post(`/dashboard/${board}/share`, { networks: ['127.0.0.0/8'] }))
  const elsewhere = objectOf(await world.pilot.post(`/dashboard/${board}/share`, { networks: ['198.51.100.0/24', '2001:db8::/32'] }))
  expect((await visit(here.url)).status).toBe(200)
  expect((await visit(elsewhere.url)).status).toBe(404)
  expect((await world.pilot.post(`/dashboard/${board}/share`, { networks: ['300.1.1.1'] })).body.errors).toHaveProperty('networks.0')
})

test('whoever may not change a dashboard shares nothing of it', async () => {
  for (const person of [world.local, world.auditor, world.contributor])
    expect([403, 404]).toContain((await person.post(`/dashboard/${board}/share`, {})).status)
  const [link] = (await world.pilot.get('/dashboard_link')).body.objects as Row[]
  for (const person of [world.local, world.auditor, world.contributor])
    expect([403, 404]).toContain((await person.post(`/dashboard_link/${link.id}/revoke`, {})).status)
})
