import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import type { CampaignResult } from '#areas/campaigns/contract/result-calls.ts'
import { readWorkbook } from '#kit/server/sheets/read-sheet.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { campaignWorld } from '#tools/test/campaign-world.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { answerAll, moved, submitted } from '#tools/test/evaluation-answers.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof campaignWorld>>
let policy: number
let campaign: number
const sites = new Map<string, number>()
const evaluations = new Map<string, number>()
let local: Person
let contributor: Person

const { n: not } = { n: null }
/** Worked by hand in docs/decisions/0072. */
const answers = {
  Lyon: [100, 50, 0, 100, not],
  Nantes: [50, 50, 100, 0, 50],
  Brest: [0, 0, 0, 0, 0],
  Nice: [100],
} as const

beforeAll(async () => {
  app = await testApp()
  world = await campaignWorld(app)
  policy = (await world.made('/policy', { name_en: 'Golden' })).id
  const draft = (await world.pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy] }] } })).body.objects[0]
    .id
  const group = (name_en: string, more: object = {}) => world.made('/control_group', { policy_version: draft, name_en, identifier: name_en, ...more })
  const a = await group('A')
  const b = await group('B')
  const c = await group('C', { parent: b.id, weight: 5 })
  const control = (identifier: string, of: { id: number }, weight: number) =>
    world.made('/control', { policy_version: draft, name_en: `Requirement ${identifier}`, identifier, control_group: of.id, weight })
  await control('A.1', a, 1)
  await control('A.2', a, 3)
  await control('B.1', b, 2)
  await control('C.1', c, 1)
  await control('C.2', c, 1)
  expect((await world.pilot.post(`/policy_version/${draft}/publish`)).status).toBe(200)
  for (const [name, weight] of [
    ['Lyon', 100],
    ['Nantes', 300],
    ['Brest', 0],
    ['Nice', 200],
    ['Metz', 100],
  ] as const)
    sites.set(name, (await world.made('/perimeter', { name_en: name, parent: world.root, type: 'INTERNAL', weight })).id)
  local = await app.member(world.customer, 'local_pilote', { perimeterIds: [sites.get('Nantes') ?? 0] })
  contributor = await app.member(world.customer, 'contributor')
  campaign = await begun('2026')
  for (const name of ['Lyon', 'Nantes', 'Brest'] as const) await validated(name)
  await answerAll(app, world.customer, evaluations.get('Nice') ?? 0, answers.Nice)
  await moved(app, world.customer, evaluations.get('Nice') ?? 0, { status: 'STARTED' })
})
afterAll(() => app.close())

async function begun(name_en: string, more: object = {}): Promise<number> {
  const id = await world.started([...sites.values()], { name_en, policy, target_value: 70, ...more })
  const { objects } = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [id] }] } })).body
  for (const one of objects as { id: number; perimeter: { name: string } }[]) evaluations.set(one.perimeter.name, one.id)
  return id
}
async function validated(name: keyof typeof answers): Promise<void> {
  const id = evaluations.get(name) ?? 0
  await submitted(app, world.customer, id, answers[name], null)
  expect((await world.pilot.post(`/evaluation/${id}/accept`, {})).status).toBe(200)
}
const resultsOf = async (who: Person, query = '', id = campaign) => {
  const { status, body } = await who.get(`/campaign/${id}/results${query}`)
  expect([status, body.message]).toEqual([200, undefined])
  return body.object as CampaignResult
}
const rounded = (value: number | null | undefined) => (value == null ? null : Math.round(value * 1e4) / 1e4)
const lineOf = (result: CampaignResult, name: string) => result.lines.find(({ perimeter }) => perimeter.name === name)

describe('golden', () => {
  test('groups, perimeters and all of it are the means that were worked by hand', async () => {
    const result = await resultsOf(world.pilot)
    expect(result.parts.map(({ identifier }) => identifier)).toEqual(['A', 'B'])
    const table = ['Lyon', 'Nantes', 'Brest'].map((name) => {
      const line = lineOf(result, name)
      return [name, line?.state, ...(line?.cells ?? []).map(({ score }) => rounded(score)), rounded(line?.score)]
    })
    expect(table).toEqual([
      ['Lyon', 'COUNTED', 62.5, 71.4286, 66.3265],
      ['Nantes', 'COUNTED', 50, 46.4286, 48.2143],
      ['Brest', 'COUNTED', 0, 0, 0],
    ])
    expect([...result.total.cells, result.total.score].map(rounded)).toEqual([53.125, 52.6786, 52.7423])
    expect(result.total).toMatchObject({ counted: 3, of: 5, answers: 15, waiting: 0, not_submitted: 0 })
    expect(result.campaign).toMatchObject({ target: 70, items: 5, version: '1', policy: { id: policy } })
  })

  test('what is not validated stands apart: it is shown, and counts nowhere', async () => {
    const result = await resultsOf(world.pilot)
    expect([lineOf(result, 'Nice')?.state, rounded(lineOf(result, 'Nice')?.cells[0]?.score), lineOf(result, 'Metz')?.state]).toEqual([
      'PROVISIONAL',
      100,
      'NOTHING',
    ])
  })

  test('requirements are scored over perimeters by their weight, and answers spread over levels', async () => {
    const result = await resultsOf(world.pilot)
    const [a, b] = result.distribution
    expect(a).toMatchObject({ levels: { '0': 2, '50': 3, '100': 1 }, na: 0 })
    expect(b).toMatchObject({ levels: { '0': 5, '50': 1, '100': 2 }, na: 1 })
    const { objects } = (await world.pilot.get(`/campaign/${campaign}/result_items`)).body
    expect(objects.map((one: { identifier: string; score: number | null }) => [one.identifier, rounded(one.score)])).toEqual([
      ['A.1', 62.5],
      ['A.2', 50],
      ['B.1', 75],
      ['C.1', 25],
      ['C.2', 50],
    ])
    const found = (await world.pilot.get(`/campaign/${campaign}/result_answers?part=${result.parts[0]?.key}&level=50`)).body
    expect([found.total, found.objects.map((one: { perimeter: { name: string } }) => one.perimeter.name).toSorted()]).toEqual([3, ['Lyon', 'Nantes', 'Nantes']])
  })
})

describe('who sees what', () => {
  test('only evaluations that the reader finds are results of theirs; others are counted as hidden', async () => {
    const result = await resultsOf(local)
    expect([result.lines.map(({ perimeter }) => perimeter.name), result.hidden, rounded(result.total.score)]).toEqual([['Nantes'], 4, 48.2143])
    expect(result.distribution[0]?.levels).toEqual({ '50': 2 })
    expect((await contributor.get(`/campaign/${campaign}/results`)).status).toBe(404)
    await world.pilot.put(`/evaluation/${evaluations.get('Lyon')}`, { evaluator: contributor.memberId })
    const own = await resultsOf(contributor)
    expect([own.lines.map(({ perimeter }) => perimeter.name), own.hidden]).toEqual([['Lyon'], 0])
    expect(own.campaign).not.toHaveProperty('evaluations')
    const { objects } = (await contributor.get(`/campaign/${campaign}/result_items`)).body
    expect(rounded(objects[2].score)).toBe(0)
  })

  test('a perimeter stands for itself and what lies below it', async () => {
    const result = await resultsOf(world.pilot, `?perimeter=${sites.get('Lyon')}`)
    expect([result.lines.length, rounded(result.total.score)]).toEqual([1, 66.3265])
    expect((await resultsOf(world.pilot, `?perimeter=${world.root}`)).lines).toHaveLength(5)
  })
})

const made = async (who: Person, job: string, path: 'export' | 'report') => {
  await app.jobs()
  const { object } = (await who.get(`/${path}/${job}`)).body
  return (await who.get(`/file/${object.file_id}/download`)).body as Buffer
}
const sheet = async (who: Person, id = campaign) => {
  const asked = await who.post(`/campaign/${id}/answers_export`, {})
  const [first] = (await readWorkbook(await made(who, asked.body.object.job_id, 'export'))).sheets
  return first?.rows.map((row) => row.map((one) => one ?? null)) ?? []
}
const paper = async (who: Person, format: 'docx' | 'pdf', id = campaign) =>
  made(who, (await who.post(`/campaign/${id}/campaign_results_report`, { format })).body.object.job_id, 'report')
const textOf = (document: Buffer) =>
  (
    zipEntries(document)
      ?.find(({ name }) => name === 'word/document.xml')
      ?.read()
      .toString() ?? ''
  )
    .replaceAll(/<\/w:(?:p|tc)>/g, '|')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s*\|[|\s]*/g, '|')

describe('on paper', () => {
  test('Excel holds every answer that the reader finds, one in a line, and what is not answered empty', async () => {
    const [head, ...rows] = await sheet(world.pilot)
    expect(head?.slice(0, 7)).toEqual(['Perimeter', 'Status', 'Group', 'Reference', 'Requirement or question', 'Level', 'Level (name)'])
    expect(rows).toHaveLength(25)
    const row = (perimeter: string, identifier: string) => rows.find((one) => one[0] === perimeter && one[3] === identifier)
    expect(row('Lyon', 'A.2')?.slice(0, 7)).toEqual(['Lyon', 'Validated', 'A', 'A.2', 'Requirement A.2', 50, 'Partly'])
    expect(row('Lyon', 'C.2')?.slice(5, 10)).toEqual([null, null, null, true, 'It does not exist there'])
    expect(row('Metz', 'A.1')?.slice(1, 6)).toEqual(['Not started', 'A', 'A.1', 'Requirement A.1', null])
    expect((await sheet(local)).slice(1).map(([perimeter]) => perimeter)).toEqual(Array.from({ length: 5 }, () => 'Nantes'))
  })

  test('Word and PDF tell score, map, spread and detail, in the words of their reader', async () => {
    const text = textOf(await paper(world.pilot, 'docx'))
    for (const part of [
      'Golden, version 1',
      '3 of 5',
      'Score by perimeter and group',
      'Lyon|63|71|66|',
      'All together|53|53|53|',
      'Nice|Started|1 of 5|',
      'A.2|Requirement A.2|2 Partly|',
    ])
      expect(text).toContain(part)
    expect((await paper(world.pilot, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('of a questionnaire they hold what was said, and no question that other answers hide', async () => {
    const questionnaire = await world.questionnaire()
    const id = await world.started([sites.get('Metz') ?? 0], { policy: null, campaign_source: 'QUESTIONNAIRE', questionnaire })
    const [row] = (await world.pilot.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [id] }] } })).body.objects
    const { items } = (await world.pilot.get(`/evaluation/${row.id}/content`)).body.object as { items: { item: number; question: string }[] }
    const say = (key: string, value: unknown) =>
      world.pilot.put(`/evaluation/${row.id}/answer`, { item: items.find(({ question }) => question === key)?.item, value, version: 0 })
    expect((await sheet(world.pilot, id)).some((one) => one[3] === 'WHICH')).toBe(false)
    await say('PROCESS', ['Y'])
    await say('POLICY', ['PART'])
    await say('CERTIF', ['ISMS'])
    await say('CERTEND', '2027-02-01')
    const rows = await sheet(world.pilot, id)
    expect(rows.some((one) => one[3] === 'WHICH')).toBe(true)
    expect(rows.find((one) => one[3] === 'PROCESS')?.[7]).toBe('Yes')
    await moved(app, world.customer, row.id, { status: 'WAITING_VALIDATION', submitted_at: new Date() })
    await world.pilot.post(`/evaluation/${row.id}/accept`, {})
    expect((await resultsOf(world.pilot, '', id)).distribution[0]).toMatchObject({ levels: { '50': 1 } })
    const text = textOf(await paper(world.pilot, 'docx', id))
    const results = await world.pilot.get(`/questionnaire/${questionnaire}/results_file?campaign=${id}`)
    const [sums] = (await readWorkbook(results.body as Buffer)).sheets
    const [heads = [], ...told] = sums?.rows.map((row) => row.map((one) => one ?? null)) ?? []
    const at = (name: string) => heads.indexOf(name)
    const of = (question: string) => told.filter((row) => row[at('Question')] === question)
    expect(told.find((row) => row[at('Question')] === null && row[at('Score')] != null)?.[at('Score')]).toBe(50)
    const [ends] = of('When does the first of them end?')
    expect([ends?.[at('Count')], ends?.[at('Lowest')], ends?.[at('Highest')]]).toEqual([1, new Date('2027-02-01'), new Date('2027-02-01')])
    expect(of('Exposure')[0]?.[at('Mean')]).toEqual(expect.any(Number))
    for (const part of ['PROCESS|Do you process or keep data of ours?|Yes|', 'POLICY|Does your management approve a written security policy?|In part|50|'])
      expect(text).toContain(part)
  })
})

describe('where campaigns are not scored (CMP-22)', () => {
  const set = (flags: object) =>
    app.db.transaction(1, (tx) => tx.runText('update customer set flags = $2 where id = $1', [world.customer, JSON.stringify(flags)]), { provider: true })

  test('neither calls nor Excel, Word and PDF hold a score; answers stay, and so do scores for when they are told again', async () => {
    const asked = world.pilot
    const list = async () =>
      (await asked.post('/evaluation/page', { queryParams: { filters: [{ name: 'campaign', selected_options: [campaign] }] } })).body.objects
    const scoresOf = (result: CampaignResult) => [
      result.total.score,
      ...result.total.cells,
      ...result.lines.flatMap(({ score, cells }) => [score, ...cells.map((one) => one.score)]),
    ]
    const before = await resultsOf(asked)
    await set({ se_campaigns: false })
    const result = await resultsOf(asked)
    expect(new Set(scoresOf(result))).toEqual(new Set([null]))
    expect(result.distribution).toEqual(before.distribution)
    expect(result.total).toMatchObject({ counted: 3, of: 5, answers: 15 })
    const { objects } = (await asked.get(`/campaign/${campaign}/result_items`)).body
    expect(objects.map(({ score, answers: count }: { score: number | null; answers: number }) => [score, count])).toEqual(
      Array.from({ length: 5 }, () => [null, 3]),
    )
    expect(new Set((await list()).map(({ score }: { score: number | null }) => score))).toEqual(new Set([null]))
    const [head, ...rows] = await sheet(asked)
    expect(head).not.toContain('Worth (%)')
    expect(rows.find((one) => one[0] === 'Lyon' && one[3] === 'A.2')?.slice(5, 7)).toEqual([50, 'Partly'])
    expect(head?.length).toBe(rows.find((one) => one[0] === 'Lyon')?.length)
    const text = textOf(await paper(asked, 'docx'))
    for (const part of ['3 of 5', 'Answers by level', 'Nice|Started|1 of 5|', '|Lyon|', 'A.2|Requirement A.2|2 Partly|']) expect(text).toContain(part)
    expect(text).not.toMatch(/score|Lyon – |\|53\||target/i)
    expect((await paper(asked, 'pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    await set({})
    expect(scoresOf(await resultsOf(asked))).toEqual(scoresOf(before))
    expect((await sheet(asked))[0]).toContain('Worth (%)')
  })
})

describe('over time', () => {
  test('a campaign is compared with the one that it repeats, or the last one on the same policy', async () => {
    const saved = new Map(evaluations)
    const next = await begun('2027', { date_start: dayFromNow(-8), copied_from: campaign })
    await validated('Lyon')
    const [now, was] = [await resultsOf(world.pilot, '', next), await resultsOf(world.pilot)]
    expect(now.before).toMatchObject({ campaign: { id: campaign, name: '2026' } })
    expect(rounded(now.before?.score)).toBe(rounded(was.total.score))
    expect(rounded(lineOf(now, 'Lyon')?.before?.score)).toBe(66.3265)
    expect(lineOf(now, 'Nice')?.before).toBeNull()
    const both = (await world.pilot.get(`/campaign/compare?ids=${campaign},${next}`)).body.object
    expect(both.campaigns.map(({ counted, of }: { counted: number; of: number }) => [counted, of]).toSorted()).toEqual([
      [1, 5],
      [3, 5],
    ])
    for (const [name, id] of saved) evaluations.set(name, id)
  })

  test('a comparison needs at least two campaigns, on the same content', async () => {
    const one = await world.pilot.get(`/campaign/compare?ids=${campaign}`)
    expect([one.status, one.body.message]).toEqual([400, 'A comparison needs at least two campaigns'])
    const other = await world.started([sites.get('Lyon') ?? 0])
    expect((await world.pilot.get(`/campaign/compare?ids=${campaign},${other}`)).status).toBe(400)
    expect((await local.get(`/campaign/compare?ids=${campaign},${other}`)).status).toBe(404)
  })

  test('results follow an answer at once, and the versions of it are told', async () => {
    const id = evaluations.get('Brest') ?? 0
    await world.pilot.post(`/evaluation/${id}/reopen`, { reason: 'Wrong site' })
    expect((await resultsOf(world.pilot)).distribution[0]?.levels).toEqual({ '50': 3, '100': 1 })
    const [{ item } = { item: 0 }] = (await world.pilot.get(`/campaign/${campaign}/result_items`)).body.objects
    expect((await world.pilot.get(`/evaluation/${id}/answer_history?item=${item}`)).body.objects).toMatchObject([{ version: 1, level: 0 }])
    expect((await local.get(`/evaluation/${id}/answer_history?item=${item}`)).status).toBe(404)
  })
})
