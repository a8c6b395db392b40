import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'

let app: TestApp
let pilot: Person
let root: number

beforeAll(async () => {
  app = await testApp()
  const customer = await app.customer()
  root = customer.root
  pilot = await app.member(customer.id, 'global_pilote')
})
afterAll(() => app.close())

const urn = (kind: string, rest = 'x') => `urn:acme:risk:${kind}:${rest}`

interface Node {
  readonly id: string
  readonly parent?: string
  readonly assessable?: boolean
  readonly [more: string]: unknown
}

const nodes = (list: readonly Node[]) =>
  list.map(({ id, parent, assessable = true, ...more }) => ({
    urn: urn('req_node', `x:${id}`),
    ref_id: id,
    depth: id.split('.').length,
    assessable,
    ...(parent && { parent_urn: urn('req_node', `x:${parent}`) }),
    ...more,
  }))

/** A library as the community writes it: JSON is YAML. */
const file = (version: number, list: readonly Node[], objects: object = {}, envelope: object = {}) =>
  JSON.stringify({
    urn: urn('library'),
    locale: 'en',
    ref_id: 'X',
    name: 'Framework X',
    description: 'A test',
    provider: 'ACME',
    packager: 'acme',
    version,
    publication_date: '2026-03-06',
    translations: { fr: { name: 'Référentiel X' } },
    ...envelope,
    objects: { framework: { urn: urn('framework'), ref_id: 'X-1', name: 'Framework X', requirement_nodes: nodes(list) }, ...objects },
  })

async function importFile(content: string | Uint8Array, { dry = false, by = pilot, name = 'x.yaml' } = {}) {
  const answer = await by.upload(`/library/import${dry ? '?dry_run=1' : ''}`, name, content)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.jobs()
  const { body } = await by.get(`/import_report/${answer.body.object.report_id}`)
  return body.object
}

const policyOf = async (identifier: string) =>
  (await pilot.get(`/policy?search=${identifier}`)).body.objects.find((p: { identifier: string }) => p.identifier === identifier)
const treeOf = async (versionId: number) => (await pilot.get(`/policy_version/${versionId}/tree`)).body.object

const first: Node[] = [
  { id: '1', name: 'Governance', assessable: false },
  {
    id: '1.1',
    parent: '1',
    name: 'Roles',
    reference_controls: [urn('function', 'x:mfa')],
    threats: [urn('threat', 'x:phishing')],
    importance: 'mandatory',
    weight: 3,
  },
  { id: '1.2', parent: '1', name: 'Reviews', translations: { fr: { name: 'Revues' } }, implementation_groups: ['A'] },
  {
    id: '1.2.1',
    parent: '1.2',
    name: 'Yearly',
    questions: {
      [urn('question', 'x:q1')]: {
        type: 'unique_choice',
        text: 'Done?',
        choices: [
          { urn: urn('choice', 'x:q1:yes'), value: 'Yes' },
          { urn: urn('choice', 'x:q1:no'), value: 'No' },
        ],
      },
    },
  },
]
const objects = {
  reference_controls: [{ urn: urn('function', 'x:mfa'), ref_id: 'MFA', name: 'Two factors', category: 'technical', csf_function: 'protect' }],
  threats: [{ urn: urn('threat', 'x:phishing'), ref_id: 'T1', name: 'Phishing' }],
}

test('keeps all that a file holds, counts it, and says it in both languages', async () => {
  const report = await importFile(file(1, first, objects))
  expect(report).toMatchObject({ status: 'COMPLETE', progress: 100, kind: 'library', dry_run: false })
  expect(report.counts).toEqual({
    policies: 1,
    groups: 1,
    requirements: 3,
    solutions: 1,
    threats: 1,
    risk_matrices: 0,
    questions: 1,
    choices: 2,
    mapping_pairs: 0,
  })
  const policy = await policyOf('X-1')
  expect(policy).toMatchObject({ name_en: 'Framework X', requirements: 3, provider: 'ACME', current_version: { name: '1' } })
  const tree = await treeOf(policy.current_version.id)
  expect(tree.groups.map((g: { identifier: string }) => g.identifier)).toEqual(['1', '1.2'])
  expect(
    tree.requirements.map((r: { identifier: string; group_id: number }) => [
      r.identifier,
      tree.groups.find((g: { id: number }) => g.id === r.group_id)?.identifier,
    ]),
  ).toEqual([
    ['1.1', '1'],
    ['1.2', '1.2'],
    ['1.2.1', '1.2'],
  ])
  expect(tree.requirements[0]).toMatchObject({ weight: 3, level: 1, solutions: [{ identifier: 'MFA', share: 100, to_confirm: false }] })
  const control = (await pilot.get(`/control/${tree.requirements[1].id}`)).body.object
  expect(control).toMatchObject({ name_en: 'Reviews', name_fr: 'Revues', implementation_groups: ['A'] })
  expect((await pilot.get(`/control/${tree.requirements[0].id}`)).body.object.threats).toMatchObject([{ name: 'Phishing' }])
  expect((await pilot.get('/question')).body.objects).toMatchObject([{ text: 'Done?', choices: [{ value: 'Yes' }, { value: 'No' }] }])
  expect((await pilot.post('/control/page', { queryParams: { global_search: 'revues' } })).body.total).toBe(1)
  expect((await pilot.get(`/library?search=framework`)).body.objects).toMatchObject([{ version_label: '1', counts: { requirements: 3 } }])
})

test('does nothing for the edition that is there, and counts it all the same', async () => {
  const before = await policyOf('X-1')
  const report = await importFile(file(1, first, objects))
  expect(report).toMatchObject({ status: 'COMPLETE', counts: { requirements: 3, choices: 2 }, result: { outcome: 'unchanged' } })
  expect(await policyOf('X-1')).toEqual(before)
  const other = await importFile(file(1, first.slice(0, 2), objects))
  expect(other).toMatchObject({ status: 'COMPLETE', lines: [{ level: 'warning', message: expect.stringContaining('different content') }] })
})

test('a version is named after its publisher’s, and what the organisation drafts from it after its own number', async () => {
  const policy = await policyOf('X-1')
  const version = async (id: number) => (await pilot.get(`/policy_version/${id}`)).body.object
  expect(await version(policy.current_version.id)).toMatchObject({ number: 1, label: '1', publisher_version: '1', publisher_date: '2026-03-06' })
  const { id } = (await pilot.post(`/policy/${policy.id}/draft`, {})).body.object
  expect(await version(id)).toMatchObject({ number: 2, label: 'v2', publisher_version: null, publisher_date: null })
  const { from, to } = (await pilot.get(`/policy/${policy.id}/diff/${policy.current_version.id}?to=${id}`)).body.object
  expect([from, to]).toMatchObject([{ publisher_version: '1' }, { publisher_version: null }])
  expect((await pilot.delete(`/policy_version/${id}`)).status).toBe(200)
})

const second: Node[] = [
  { id: '1', name: 'Governance', assessable: false },
  { id: '1.1', parent: '1', name: 'Roles and duties', reference_controls: [urn('function', 'x:mfa'), urn('function', 'x:later')] },
  { id: '1.3', parent: '1', name: 'Audit', threats: [urn('threat', 'x:later')] },
]

test('previews a newer edition without a trace, then publishes it as a new version that keeps the lineages', async () => {
  const policy = await policyOf('X-1')
  const old = await treeOf(policy.current_version.id)
  const preview = await importFile(file(2, second, objects), { dry: true })
  expect(preview).toMatchObject({ status: 'COMPLETE', dry_run: true, result: { outcome: 'upgraded', known_version_label: '1' } })
  expect(preview.result.policies[0].difference).toMatchObject({
    added: { total: 1, nodes: [{ identifier: '1.3' }] },
    removed: { total: 2 },
    changed: { total: 1, nodes: [{ identifier: '1.1', fields: expect.arrayContaining(['name', 'weight']) }] },
  })
  expect(await policyOf('X-1')).toEqual(policy)

  const report = await importFile(file(2, second, objects))
  expect(report.lines.filter((l: { level: string }) => l.level === 'warning').map((l: { message: string }) => l.message)).toEqual([
    expect.stringContaining('x:later'),
    expect.stringContaining('x:later'),
  ])
  const upgraded = await policyOf('X-1')
  expect(upgraded).toMatchObject({ id: policy.id, current_version: { name: '2' }, requirements: 2 })
  const tree = await treeOf(upgraded.current_version.id)
  expect(tree.requirements[0].lineage_id).toBe(old.requirements[0].lineage_id)
  expect((await pilot.get(`/policy_version/${policy.current_version.id}`)).body.object.status).toBe('SUPERSEDED')
  expect((await pilot.get(`/policy/${policy.id}/diff/${policy.current_version.id}`)).body.object.requirements).toMatchObject({
    added: [{ identifier: '1.3' }],
    changed: [{ identifier: '1.1' }],
  })
  expect((await pilot.get('/question')).body.objects).toEqual([])
})

test('refuses an older edition', async () => {
  const report = await importFile(file(1, first, objects))
  expect(report).toMatchObject({ status: 'ERROR', lines: [{ level: 'error', message: expect.stringContaining('older') }] })
})

test('links what was unknown once another file brings it', async () => {
  const later = file(
    1,
    [],
    {
      framework: undefined,
      reference_controls: [{ urn: urn('function', 'x:later'), ref_id: 'MFA', name: 'Later' }],
      threats: [{ urn: urn('threat', 'x:later'), ref_id: 'T2', name: 'Flood' }],
    },
    { urn: urn('library', 'later') },
  )
  expect((await importFile(later)).status).toBe('COMPLETE')
  const policy = await policyOf('X-1')
  const tree = await treeOf(policy.current_version.id)
  // The reference was taken: the identifier was made unique.
  expect(tree.requirements[0].solutions).toMatchObject([{ identifier: 'MFA' }, { identifier: 'MFA-2', name: 'Later' }])
  expect((await pilot.get(`/control/${tree.requirements[1].id}`)).body.object.threats).toMatchObject([{ name: 'Flood' }])
})

test('a link that was removed does not come back with the next edition', async () => {
  const policy = await policyOf('X-1')
  const [requirement] = (await treeOf(policy.current_version.id)).requirements
  expect((await pilot.put(`/control/${requirement.id}/solutions`, { solutions: [{ solution: requirement.solutions[1].id, share: 40 }] })).status).toBe(200)
  await importFile(file(3, second, objects))
  const tree = await treeOf((await policyOf('X-1')).current_version.id)
  expect(tree.requirements[0].solutions).toMatchObject([{ identifier: 'MFA-2', share: 40 }])
})

test('a bad file is refused with its line, and leaves nothing behind', async () => {
  const { body: before } = await pilot.post('/policy/page')
  const bad = [
    'urn: urn:acme:risk:library:bad',
    'locale: en',
    'ref_id: BAD',
    'name: Bad',
    'version: 1',
    'objects:',
    '  threats:',
    '  - urn: urn:acme:risk:threat:bad',
    '    name: 12: 13',
  ].join('\n')
  const report = await importFile(bad)
  expect(report).toMatchObject({ status: 'ERROR', lines: [{ n: 9, level: 'error', message: expect.stringContaining('Line 9') }] })
  expect((await pilot.post('/policy/page')).body.total).toBe(before.total)
  const french = await app.http.inject({ method: 'GET', url: '/api/threat?search=bad', headers: { cookie: pilot.cookie } })
  expect(french.json().objects).toEqual([])
})

test('mapping sets and matrices are kept, and a mapping brings the solutions of the other framework', async () => {
  const other = JSON.stringify({
    urn: urn('library', 'y'),
    locale: 'en',
    ref_id: 'Y',
    name: 'Y',
    description: 'Y',
    provider: 'ACME',
    packager: 'acme',
    version: 1,
    objects: {
      framework: {
        urn: urn('framework', 'y'),
        ref_id: 'Y-1',
        name: 'Framework Y',
        requirement_nodes: [1, 2, 3].map((n) => ({ urn: urn('req_node', `y:${n}`), ref_id: `${n}`, assessable: true, name: `Y ${n}` })),
      },
      requirement_mapping_sets: [
        {
          urn: urn('req_mapping_set', 'x-y'),
          ref_id: 'x-y',
          name: 'X to Y',
          source_framework_urn: urn('framework'),
          target_framework_urn: urn('framework', 'y'),
          requirement_mappings: [
            { source_requirement_urn: urn('req_node', 'x:1.1'), target_requirement_urn: urn('req_node', 'y:1'), relationship: 'superset' },
            {
              source_requirement_urn: urn('req_node', 'x:1.1'),
              target_requirement_urn: urn('req_node', 'y:2'),
              relationship: 'intersect',
              rationale: 'semantic',
              strength_of_relationship: 5,
            },
            { source_requirement_urn: urn('req_node', 'x:1.1'), target_requirement_urn: urn('req_node', 'y:3'), relationship: 'not_related' },
          ],
        },
      ],
      risk_matrix: [
        {
          urn: urn('matrix', 'm'),
          ref_id: 'M',
          name: 'Matrix',
          description: 'M',
          probability: [
            { id: 0, name: 'Low' },
            { id: 1, name: 'High' },
          ],
          impact: [{ id: 0, name: 'Low' }],
          risk: [
            { id: 0, name: 'Fine', hexcolor: '#00ff00' },
            { id: 1, name: 'Bad', hexcolor: '#ff0000' },
          ],
          grid: [[0], [1]],
        },
      ],
    },
  })
  expect((await importFile(other)).counts).toMatchObject({ mapping_pairs: 3, risk_matrices: 1 })
  const [set] = (await pilot.get('/mapping_set')).body.objects
  expect((await pilot.get(`/mapping_set/${set.id}/pairs`)).body).toMatchObject({ total: 3, objects: [{ relationship: 'superset' }, { strength: 5 }, {}] })
  expect((await pilot.get('/risk_matrix')).body.objects).toMatchObject([{ definition: { grid: [[0], [1]], risk: [{ color: '#00ff00' }, {}] } }])
  const policy = await policyOf('Y-1')
  const answer = await pilot.post(`/policy/${policy.id}/solutions_from_mapping`, { mapping_set: set.id })
  expect(answer.body.object).toEqual({ solutions: 1, links: 2 })
  const tree = await treeOf(policy.current_version.id)
  expect(tree.requirements.map((r: { solutions: { share: number; to_confirm: boolean }[] }) => r.solutions.map((s) => [s.share, s.to_confirm]))).toEqual([
    [[100, false]],
    [[50, true]],
    [],
  ])
  // What holds in part is to be checked: asked for once.
  await pilot.put(`/control/${tree.requirements[1].id}/solutions`, { solutions: [] })
  expect((await pilot.post(`/policy/${policy.id}/solutions_from_mapping`, { mapping_set: set.id })).body.object.links).toBe(1)
  const waiting = await pilot.post('/review/page', { queryParams: { filters: [{ name: 'occasion', selected_options: ['MAPPING'] }] } })
  expect(waiting.body.objects).toMatchObject([
    {
      source: 'POLICY',
      target_type: 'POLICY',
      target: { entity: 'policy', id: policy.id },
      description: 'Check the links that come from a mapping',
      status: 'OPEN',
    },
  ])
  const [{ id: review }] = waiting.body.objects
  expect((await pilot.put(`/review/${review}`, { status: 'CLOSED' })).body.ok).toBe(true)
})

test('only who may import does, and others do not see the report', async () => {
  const auditor = await app.member(pilot.customerId, 'global_auditor')
  expect((await auditor.upload('/library/import', 'x.yaml', file(9, first))).status).toBe(403)
  const mine = (await pilot.post('/import_report/page')).body
  expect(mine.total).toBeGreaterThan(5)
  expect((await auditor.get(`/import_report/${mine.objects[0].id}`)).status).toBe(404)
  expect(root).toBeGreaterThan(0)
})

test('1,200 requirements cost less than 3 seconds of work', async () => {
  const many: Node[] = [...Array(60).keys()].flatMap((g) => [
    { id: `g${g}`, name: `Group ${g}`, assessable: false },
    ...[...Array(20).keys()].map((r) => ({
      id: `g${g}.${r}`,
      parent: `g${g}`,
      name: `Requirement ${g}.${r}`,
      description: 'The organisation shall do what is written here. '.repeat(6),
    })),
  ])
  const content = file(1, many, {}, { urn: urn('library', 'big') })
    .replaceAll('risk:framework:x', 'risk:framework:big')
    .replaceAll('req_node:x:', 'req_node:big:')
  const start = process.cpuUsage()
  const report = await importFile(content)
  expect(report.counts.requirements).toBe(1200)
  // Processor time: what others do on the machine meanwhile does not count.
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1e6).toBeLessThan(3)
})

test('more than 20 MB is refused before it is read', async () => {
  const answer = await pilot.upload('/library/import', 'x.yaml', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))
  expect(answer.status).toBe(413)
})

test('says what is wrong with a file that was cut off, wherever that was', async () => {
  const whole = file(1, first, objects, { urn: urn('library', 'cut'), ref_id: 'CUT' })
  for (const name of ['x.yaml', 'x.json']) {
    for (const part of [0.01, 0.3, 0.7, 0.99]) {
      const report = await importFile(whole.slice(0, Math.ceil(whole.length * part)), { name })
      expect(report).toMatchObject({ status: 'ERROR', lines: [{ level: 'error' }] })
      expect(report.lines[0].message).not.toContain('not in the file')
    }
  }
})

test('what imports wrote is in the audit row by row, and accuses nobody', async () => {
  expect(await auditFaults(app)).toEqual([])
})
