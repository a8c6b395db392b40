import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'

let app: TestApp
let golden: GoldenCustomer
let pilot: Person
let register: number

// The body is whatever the server said; a test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Row = any
const objectOf = (answer: Row): Row => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.object
}
const risk = async (name_en: string, fields: object): Promise<Row> =>
  objectOf(await pilot.post('/risk', { name_en, register, perimeter: golden.perimeter.A, init_impact: 5, init_probability: 4, ...fields }))

beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  pilot = golden.pilot
  register = objectOf(await pilot.post('/risk_register', { name_en: 'Group', impact_types: ['FINANCIAL'], appetite: 2 })).id
})
afterAll(() => app.close())

test('a register leaves as a file: matrix, scale, levels in words with their places, owners, what is in place as treatment, and what is to come with a cost that is told once', async () => {
  const { M2, M3 } = golden.measure
  await risk('Ransomware', {
    measures: [M2, M3],
    measure_shares: [{ measure: M3, share: 40 }],
    manager: pilot.memberId,
    target_impact: 1,
    target_probability: 1,
  })
  const program = objectOf(await pilot.post('/program', { name_en: 'Risks' })).id
  const action = objectOf(
    await pilot.post('/remediation', {
      name_en: 'Second site',
      program,
      perimeter: golden.perimeter.A,
      cost: 40,
      status: 'PLANNED',
      target_date: dayFromNow(30),
    }),
  )
  await risk('Fire', { actions: [action.id] })
  await risk('Flood', { actions: [action.id] })
  const plan = objectOf(await pilot.post(`/risk_register/${register}/plan`, {}))
  expect([plan.cost, plan.yearly, plan.risks.map(({ steps }: Row) => steps.map(({ cost, shared }: Row) => [cost, shared]))]).toEqual([
    40,
    0,
    [[[40, false]], [[40, true]]],
  ])
  for (const format of ['docx', 'pdf'] as const) {
    const { job_id: job } = objectOf(await pilot.post(`/risk_register/${register}/risk_register_report`, { format }))
    await app.jobs()
    const { file_id: file } = objectOf(await pilot.get(`/report/${job}`))
    const bytes = (await pilot.get(`/file/${file}/download`)).body as Buffer
    if (format === 'pdf') expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    else {
      const paper =
        zipEntries(bytes)
          ?.find(({ name }) => name === 'word/document.xml')
          ?.read()
          .toString() ?? ''
      const [scale] = (await pilot.post('/scale/page', { queryParams: { filters: [{ name: 'type', selected_options: ['risk'] }] } })).body.objects
      const { levels, impact_levels: impacts } = objectOf(await pilot.get(`/scale/${scale.id}`))
      for (const text of [
        'Ransomware',
        '5 × 4',
        levels.at(-1).name_en,
        `5 ${impacts[4].name_en}`,
        '(75%)',
        '(70%, 40% of it counts here)',
        'Second site',
        '40\u00a0k€',
        'shared, counted above',
        'Nothing in place',
      ])
        expect(paper).toContain(text)
      expect(paper.split('40\u00a0k€').length - 1).toBe(2)
    }
  }
  const stranger = await app.member(golden.id, 'contributor')
  expect((await stranger.post(`/risk_register/${register}/risk_register_report`, { format: 'pdf' })).status).toBe(404)
})
