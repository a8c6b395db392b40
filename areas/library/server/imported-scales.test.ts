import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

const levels = (...names: string[]) =>
  names.map((name, id) => ({ id, name, hexcolor: id === 0 ? '#00FF00' : 'red', translations: { fr: { name: `${name} FR` } } }))

/** A library with one matrix of these sides; the last probability with the last impact is the highest risk. */
const library = (version: number, impacts: string[], probabilities: string[]) =>
  JSON.stringify({
    urn: 'urn:acme:risk:library:m',
    locale: 'en',
    ref_id: 'M',
    name: 'M',
    description: 'M',
    provider: 'ACME',
    packager: 'acme',
    version,
    objects: {
      risk_matrix: [
        {
          urn: `urn:acme:risk:matrix:m${impacts.length}`,
          ref_id: 'M',
          name: `Matrix ${version}`,
          description: 'M',
          probability: levels(...probabilities),
          impact: levels(...impacts),
          risk: levels('Low', 'High'),
          grid: probabilities.map((_, p) => impacts.map((__, i) => (p === probabilities.length - 1 && i === impacts.length - 1 ? 1 : 0))),
        },
      ],
    },
  })

async function importFile(content: string) {
  const { body } = await pilot.upload('/library/import', 'm.yaml', content)
  await app.jobs()
  expect((await pilot.get(`/import_report/${body.object.report_id}`)).body.object.status).toBe('COMPLETE')
}
const imported = async () =>
  (
    await pilot.post('/scale/page', {
      queryParams: {
        filters: [
          { name: 'type', selected_options: ['risk'] },
          { name: 'is_default', selected_options: [false] },
        ],
      },
    })
  ).body.objects

test('a risk matrix of a library is a scale of the organisation’s own, made once and then left to it (SCL-08)', async () => {
  await importFile(library(1, ['Small', 'Medium', 'Large'], ['Rare', 'Seldom', 'Often', 'Always']))
  const [row, ...more] = await imported()
  expect(more).toEqual([])
  const { object } = (await pilot.get(`/scale/${row.id}`)).body
  expect(object).toMatchObject({
    identifier: 'M',
    name_en: 'Matrix 1',
    is_default: false,
    impact_levels: [{ name_en: 'Small', name_fr: 'Small FR' }, { name_en: 'Medium' }, { name_en: 'Large' }],
    probability_levels: [{ name_en: 'Rare' }, {}, {}, { name_en: 'Always' }],
    levels: [
      { name_en: 'Low', value: 1, color: '#00ff00' },
      // What is no colour is left out.
      { name_en: 'High', value: 2, color: null },
    ],
    matrix: [
      [1, 1, 1, 1],
      [1, 1, 1, 1],
      [1, 1, 1, 2],
    ],
  })
  expect((await pilot.put(`/scale/${row.id}`, { name_en: 'As we call it' })).status).toBe(200)
  await importFile(library(2, ['Small', 'Medium', 'Large'], ['Rare', 'Seldom', 'Often', 'Always']))
  expect((await imported()).map(({ name_en }: { name_en: string }) => name_en)).toEqual(['As we call it'])
  // The matrix itself is what was published last.
  expect((await pilot.get('/risk_matrix')).body.objects).toMatchObject([{ name_en: 'Matrix 2' }])
})

test('a matrix that is smaller than a scale may be stays a matrix', async () => {
  await importFile(library(3, ['Small', 'Large'], ['Rare', 'Often', 'Always']))
  expect((await pilot.get('/risk_matrix')).body.objects).toHaveLength(2)
  expect(await imported()).toHaveLength(1)
})
