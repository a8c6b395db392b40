import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

/* What published files hold that the format does not foresee, and that is not ambiguous: taken as it is, with a warning. */

let app: TestApp
let pilot: Person
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(() => app.close())

async function importFile(content: string, by = pilot) {
  const answer = await by.upload('/library/import', 'x.yaml', content)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.jobs()
  return (await by.get(`/import_report/${answer.body.object.report_id}`)).body.object
}
const warningsOf = (report: { lines: { level: string; message: string }[] }) =>
  report.lines.filter(({ level }) => level === 'warning').map(({ message }) => message)
const policyOf = async (identifier: string) =>
  (await pilot.get(`/policy?search=${identifier}`)).body.objects.find((row: { identifier: string }) => row.identifier === identifier)
const requirementsOf = async (identifier: string) => (await pilot.get(`/policy_version/${(await policyOf(identifier)).current_version.id}/tree`)).body.object

const library = (name: string, objects: string, version = 1) => `
urn: urn:acme:risk:library:${name}
locale: en
ref_id: ${name}
name: Library ${name}
version: ${version}
objects:
${objects}`

const blanks = (name: string) => `
  framework:
    urn: urn:acme:risk:framework:blanks
    ref_id: BLANKS
    name: Blanks
    requirement_nodes:
      - urn: 'urn:acme:risk:req_node:blanks:'
        assessable: false
        name: Top
      - urn: urn:acme:risk:req_node:blanks:Art. 5 (1) a
        parent_urn: 'urn:acme:risk:req_node:blanks: '
        assessable: true
        name: ${name}
        questions:
          urn:acme:risk:req_node:blanks:art. 5 (1) a:question 1:
            type: unique_choice
            text: Done?
            choices:
              - { urn: 'urn:acme:risk:req_node:blanks:art. 5 (1) a:question 1:choice 1', value: 'Yes' }
      - urn: 'urn:acme:risk:req_node:blanks:x::'
        parent_urn: urn:acme:risk:req_node:blanks:art. 5 (1) A
        assessable: true`

test('URNs with blanks or an empty last part name what they name, and keep its lineage in the next edition', async () => {
  const report = await importFile(library('BLANKS', blanks('Lawful')))
  expect(report).toMatchObject({
    status: 'COMPLETE',
    counts: { policies: 1, groups: 1, requirements: 2, questions: 1, choices: 1 },
  })
  expect(warningsOf(report).filter((message) => message.includes('unusual form'))).toEqual([
    expect.stringContaining('“urn:acme:risk:req_node:blanks:”'),
    expect.stringContaining('“urn:acme:risk:req_node:blanks:art. 5 (1) a”'),
    expect.stringContaining('question 1”'),
    expect.stringContaining('choice 1”'),
    expect.stringContaining('“urn:acme:risk:req_node:blanks:x::”'),
  ])
  const { requirements } = await requirementsOf('BLANKS')
  // Without any other name the last part that is not empty stands in.
  expect(requirements.map((row: { name: string }) => row.name)).toEqual(['Lawful', 'x'])
  const control = (await pilot.get(`/control/${requirements[0].id}`)).body.object
  expect(control.urn).toBe('urn:acme:risk:req_node:blanks:art. 5 (1) a')

  expect(await importFile(library('BLANKS', blanks('Lawful and fair'), 2))).toMatchObject({
    status: 'COMPLETE',
    result: { outcome: 'upgraded' },
  })
  const next = (await requirementsOf('BLANKS')).requirements
  expect(next.map((row: { name: string; lineage_id: number }) => [row.name, row.lineage_id])).toEqual([
    ['Lawful and fair', requirements[0].lineage_id],
    ['x', requirements[1].lineage_id],
  ])
})

test('a list where a text is expected is kept line by line, in every language', async () => {
  const report = await importFile(
    library(
      'LISTS',
      `
  framework:
    urn: urn:acme:risk:framework:lists
    ref_id: LISTS
    name: [Lists]
    description: [First line, Second line]
    requirement_nodes:
      - urn: urn:acme:risk:req_node:lists:1
        assessable: true
        ref_id: [A.1, A.2]
        name: Evidence
        description: [Keep it, 2, true, '', Show it]
        typical_evidence: [A record, A screenshot]
        translations: { fr: { description: [Conserver, Montrer] } }
  reference_controls:
    - { urn: 'urn:acme:risk:function:lists:c', ref_id: C-LIST, name: Control, description: [One, Two], category: process }`,
    ),
  )
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { requirements: 1, solutions: 1 } })
  expect(warningsOf(report)).toEqual(
    expect.arrayContaining([expect.stringContaining('“typical_evidence”'), expect.stringContaining('“description” expects a text')]),
  )
  const policy = await policyOf('LISTS')
  expect((await pilot.get(`/policy/${policy.id}`)).body.object).toMatchObject({
    name_en: 'Lists',
    description_en: 'First line\nSecond line',
  })
  const { requirements } = await requirementsOf('LISTS')
  const control = (await pilot.get(`/control/${requirements[0].id}`)).body.object
  expect(control).toMatchObject({
    identifier: 'A.1, A.2',
    description_en: 'Keep it\n2\ntrue\nShow it',
    description_fr: 'Conserver\nMontrer',
    typical_evidence: 'A record\nA screenshot',
  })
  expect((await pilot.get('/solution?search=C-LIST')).body.objects).toMatchObject([{ name: 'Control' }])
})

test('a number that only informs is kept as it is beyond its usual range', async () => {
  const report = await importFile(
    library(
      'STRENGTHS',
      `
  requirement_mapping_set:
    urn: urn:acme:risk:req_mapping_set:strengths
    ref_id: STRENGTHS
    name: Strengths
    source_framework_urn: urn:acme:risk:framework:a
    target_framework_urn: urn:acme:risk:framework:b
    requirement_mappings:
      - { source_requirement_urn: 'urn:acme:risk:req_node:a:1', target_requirement_urn: 'urn:acme:risk:req_node:b:1', relationship: equal, strength_of_relationship: 100 }
      - { source_requirement_urn: 'urn:acme:risk:req_node:a:2', target_requirement_urn: 'urn:acme:risk:req_node:b:2', relationship: equal, strength_of_relationship: -1.25 }
      - { source_requirement_urn: 'urn:acme:risk:req_node:a:3', target_requirement_urn: 'urn:acme:risk:req_node:b:3', relationship: equal, strength_of_relationship: 7 }`,
    ),
  )
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { mapping_pairs: 3 } })
  expect(warningsOf(report)).toContainEqual('“strength_of_relationship” lies outside its usual range of 0 to 10; kept as it is (2 times)')
  const [set] = (await pilot.get('/mapping_set?search=strengths')).body.objects
  const { objects } = (await pilot.get(`/mapping_set/${set.id}/pairs`)).body
  expect(objects.map((pair: { strength: number }) => pair.strength)).toEqual([100, -1.25, 7])
})

test('a depth that is none is told; the parents make the tree', async () => {
  const node = (id: string, more: string) => `      - { urn: 'urn:acme:risk:req_node:depths:${id}', assessable: true, name: N${id}, ${more} }`
  const report = await importFile(
    library(
      'DEPTHS',
      `
  framework:
    urn: urn:acme:risk:framework:depths
    ref_id: DEPTHS
    name: Depths
    requirement_nodes:
${node('1', 'depth: 99999999999')}
${node('2', "depth: deep, parent_urn: 'urn:acme:risk:req_node:depths:1'")}
${node('3', "depth: 3, parent_urn: 'urn:acme:risk:req_node:depths:2'")}`,
    ),
  )
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { requirements: 3 } })
  expect(warningsOf(report)).toContainEqual(expect.stringContaining('2 requirements declare'))
})

test('what is warned about is said in French too', async () => {
  const french = await app.member((await app.customer()).id, 'global_pilote', { lang: 'fr' })
  const report = await importFile(library('BLANKS', blanks('Lawful')), french)
  expect(warningsOf(report).join()).toContain('a une forme inhabituelle')
})
