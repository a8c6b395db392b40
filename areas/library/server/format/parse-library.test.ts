import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseLibrary } from './parse-library.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => parseLibrary(bytes(text))

const head = `
urn: urn:acme:risk:library:SAMPLE
locale: en
ref_id: SAMPLE
name: Sample
description: A sample
version: 2
provider: Acme
packager: acme
publication_date: 2024-03-02
`

const framework = `${head}
dependencies: [urn:acme:risk:library:controls]
translations:
  fr: { name: Exemple, copyright: Libre }
  de: { name: Beispiel }
objects:
  framework:
    urn: urn:acme:risk:framework:sample
    ref_id: SAMPLE
    name: Sample framework
    min_score: 1
    max_score: 4
    scores_definition:
      scale:
        - { score: 1, name: Low, translations: { fr: { name: Bas } } }
        - { score: 4, name: High }
      alternatives:
        short: [{ score: 1, name: No }, { score: 2, name: Yes }]
    implementation_groups_definition:
      - { ref_id: 1, name: Base, default_selected: true }
      - { ref_id: B, name: More }
    field_visibility: { score: { role: hidden } }
    requirement_nodes:
      - urn: urn:acme:risk:req_node:sample:A
        assessable: false
        depth: 1
        ref_id: A
        name: Organise
        translations:
          fr: { name: Organiser }
          es: { name: Organizar }
      - urn: urn:acme:risk:req_node:sample:a.1
        assessable: true
        depth: 2
        parent_urn: urn:acme:risk:req_node:sample:a
        ref_id: 1.10
        description: |
          Name a person in charge.
          In writing.
        annotation: ''
        typical_evidence: Letter
        importance: nice_to_have
        weight: 3
        max_score: 2
        scores_definition_ref: short
        implementation_groups: [1, Z]
        reference_controls: [urn:acme:risk:function:controls:POL.1, urn:acme:risk:function:own]
        threats: [urn:acme:risk:threat:t1]
        colour: blue
      - urn: urn:acme:risk:req_node:sample:a.1.x
        assessable: yes
        depth: 4
        parent_urn: urn:acme:risk:req_node:sample:a.1
        importance: undefined
        display_mode: splash
        questions:
          urn:acme:risk:req_node:sample:a.1.x:q1:
            type: unique_choice
            text: Is it done?
            choices:
              - { urn: 'urn:acme:risk:req_node:sample:a.1.x:q1:c1', value: Yes, add_score: 2, compute_result: true, select_implementation_groups: [B] }
              - { urn: 'urn:acme:risk:req_node:sample:a.1.x:q1:c2', value: 10, compute_result: not_applicable, translations: { fr: { value: dix } } }
          urn:acme:risk:req_node:sample:a.1.x:q2:
            type: date
            text: Since when?
            depends_on: { question: 'urn:acme:risk:req_node:sample:a.1.x:Q1', answers: ['urn:acme:risk:req_node:sample:a.1.x:q1:c1'], condition: any }
  reference_controls:
    - { urn: 'urn:acme:risk:function:own', ref_id: OWN, description: Own, category: Policy, csf_function: govern }
    - { urn: 'urn:acme:risk:function:odd', ref_id: ODD, category: magic }
  threats:
    urn: urn:acme:risk:threat:T1
    ref_id: T1
    name: Fire
`

test('a framework keeps its envelope, tree, texts in two languages and everything that hangs on its nodes', () => {
  const library = parse(framework)
  expect(library).toMatchObject({
    urn: 'urn:acme:risk:library:sample',
    version: 2,
    publication_date: '2024-03-02',
    name: { en: 'Sample', fr: 'Exemple' },
    copyright: { en: null, fr: 'Libre' },
    translations: { de: { name: 'Beispiel' } },
    sha256: createHash('sha256').update(framework).digest('hex'),
    counts: {
      policies: 1,
      groups: 1,
      requirements: 2,
      solutions: 2,
      threats: 1,
      risk_matrices: 0,
      questions: 2,
      choices: 2,
      mapping_pairs: 0,
    },
  })
  const [sample] = library.frameworks
  expect(sample?.scores_definition.scale[0]).toMatchObject({ score: 1, name: { en: 'Low', fr: 'Bas' } })
  expect(sample?.scores_definition.alternatives['short']?.map(({ score }) => score)).toEqual([1, 2])
  expect(sample?.implementation_groups_definition.map(({ ref_id, default_selected }) => [ref_id, default_selected])).toEqual([
    ['1', true],
    ['B', false],
  ])
  expect(sample?.field_visibility).toEqual({ score: { role: 'hidden' } })
  expect(
    sample?.nodes.map(({ urn, parent, depth, assessable, level }) => [urn.slice('urn:acme:risk:req_node:'.length), parent, depth, assessable, level]),
  ).toEqual([
    ['sample:a', null, 1, false, null],
    ['sample:a.1', 0, 2, true, 3],
    ['sample:a.1.x', 1, 3, true, null],
  ])
  expect(sample?.nodes[0]).toMatchObject({
    name: { en: 'Organise', fr: 'Organiser' },
    translations: { es: { name: 'Organizar' } },
  })
  expect(sample?.nodes[1]).toMatchObject({
    ref_id: '1.10',
    display_name: { en: 'Name a person in charge.', fr: null },
    annotation: { en: null, fr: null },
    implementation_groups: ['1', 'Z'],
    reference_controls: ['urn:acme:risk:function:controls:pol.1', 'urn:acme:risk:function:own'],
    weight: 3,
    scores_definition_ref: 'short',
    extra: { colour: 'blue' },
  })
  expect(sample?.nodes[2]?.display_name).toEqual({ en: 'a.1.x', fr: null })
})

test('questions keep their choices, results, conditions and dependencies', () => {
  const [question, dependent] = parse(framework).frameworks[0]?.nodes[2]?.questions ?? []
  expect(question?.choices).toMatchObject([
    { value: { en: 'Yes', fr: null }, add_score: 2, compute_result: 'compliant', select_implementation_groups: ['B'] },
    { value: { en: '10', fr: 'dix' }, compute_result: 'not_applicable' },
  ])
  expect(dependent).toMatchObject({
    type: 'date',
    choices: [],
    depends_on: { question: question?.urn, condition: 'any', answers: [question?.choices[0]?.urn] },
  })
})

test('what does not fit is told and counted, never refused', () => {
  const { warnings, references } = parse(framework)
  expect(warnings.map(({ key, params }) => [key, params])).toEqual([
    ['unknown_word', { field: 'category', word: 'magic', count: 1 }],
    ['unknown_field', { field: 'colour', count: 1 }],
    ['depth_differs', { count: 1 }],
    ['undeclared_group', { group: 'Z', framework: 'urn:acme:risk:framework:sample', count: 1 }],
  ])
  expect(references).toEqual([
    { kind: 'library', urn: 'urn:acme:risk:library:controls', count: 1 },
    { kind: 'reference_control', urn: 'urn:acme:risk:function:controls:pol.1', count: 1 },
  ])
})

test('the language of the library is the base, whichever it is', () => {
  const node = (locale: string, translations: string) =>
    parse(`
urn: urn:acme:risk:library:x
locale: ${locale}
ref_id: x
name: Base
version: '7'
translations: ${translations}
objects: { threats: [] }`)
  expect(node('fr-FR', '{ en: { name: English } }')).toMatchObject({
    version: 7,
    name: { en: 'English', fr: 'Base' },
    translations: {},
  })
  expect(node('de', '{ fr: { name: Français } }')).toMatchObject({
    name: { en: null, fr: 'Français' },
    translations: { de: { name: 'Base' } },
  })
  expect(node('de', '{ it: { name: Italiano } }')).toMatchObject({
    name: { en: 'Base', fr: null },
    translations: { de: { name: 'Base' }, it: { name: 'Italiano' } },
  })
})

test('a list, a single mapping, the singular, the plural and JSON say the same', () => {
  const threat = { urn: 'urn:acme:risk:threat:t', ref_id: 'T', name: 'Fire' }
  const matrix = {
    urn: 'urn:acme:risk:matrix:m',
    ref_id: 'M',
    name: 'M',
    grid: [[0, 1]],
    probability: [{ name: 'p', abbreviation: 1 }],
    impact: [
      { id: 1, name: 'high' },
      { id: 0, name: 'low' },
    ],
    risk: [{ name: 'a' }, { name: 'b' }],
  }
  const shapes = [
    { threats: [threat], risk_matrix: matrix },
    { threats: threat, risk_matrices: [matrix] },
    { threat, risk_matrix: [matrix] },
  ]
  const [first, ...others] = shapes.map((objects) =>
    parse(JSON.stringify({ urn: 'urn:acme:risk:library:x', locale: 'en', ref_id: 'x', name: 'x', version: 1, objects })),
  )
  expect(first?.counts).toMatchObject({ threats: 1, risk_matrices: 1 })
  expect(first?.risk_matrices[0]?.impact.map(({ name }) => name.en)).toEqual(['low', 'high'])
  for (const other of others) expect({ ...other, sha256: '' }).toEqual({ ...first, sha256: '' })
})

test('mapping sets keep every pair, its free rationale as a note, and name what they need from outside', () => {
  const library = parse(`${head}
objects:
  requirement_mapping_sets:
    - urn: urn:acme:risk:req_mapping_set:a-b
      ref_id: a-b
      name: A to B
      source_framework_urn: urn:acme:risk:framework:A
      target_framework_urn: urn:acme:risk:framework:b
      requirement_mappings:
        - { source_requirement_urn: 'urn:acme:risk:req_node:a:1', target_requirement_urn: 'urn:acme:risk:req_node:b:1', relationship: equal, rationale: Semantic, strength_of_relationship: 8 }
        - { source_requirement_urn: 'urn:acme:risk:req_node:a:1', target_requirement_urn: 'urn:acme:risk:req_node:b:1', relationship: intersect, rationale: Because of annex B }
`)
  expect(library.counts.mapping_pairs).toBe(2)
  expect(library.mapping_sets[0]?.pairs).toMatchObject([
    { relationship: 'equal', rationale: 'semantic', note: null, strength: 8 },
    { relationship: 'intersect', rationale: null, note: 'Because of annex B', strength: null },
  ])
  expect(library.references.map(({ kind, urn, count }) => `${kind} ${urn} ${count}`)).toEqual([
    'framework urn:acme:risk:framework:a 1',
    'framework urn:acme:risk:framework:b 1',
    'requirement urn:acme:risk:req_node:a:1 2',
    'requirement urn:acme:risk:req_node:b:1 2',
  ])
  expect(library.warnings.map(({ key }) => key)).toEqual(['pair_twice'])
})

test('metrics, tactics and techniques are read; presets, workflows and unknown objects are kept as they are', () => {
  const library = parse(`${head}
objects:
  metric_definitions:
    - { urn: 'urn:acme:risk:metric:m', ref_id: m, name: M, category: qualitative, higher_is_better: true, choices_definition: [{ name: Good }] }
  ttp_catalogs: [{ urn: 'urn:acme:risk:ttp_catalog:c', ref_id: c, name: C }]
  tactics: [{ urn: 'urn:acme:risk:tactic:c:1', ref_id: '1', name: T, catalog_urn: 'urn:acme:risk:ttp_catalog:c' }]
  techniques: [{ urn: 'urn:acme:risk:technique:c:2', ref_id: '2', name: T, catalog_urn: 'urn:acme:risk:ttp_catalog:c', tactics: ['urn:acme:risk:tactic:c:1'], groups: [linux], is_deprecated: true }]
  preset: { profile: small, feature_flags: { x: true } }
  workflows: [{ name: w }]
  novelty: 3
`)
  expect(library.metrics[0]).toMatchObject({ category: 'qualitative', choices: [{ name: { en: 'Good', fr: null } }] })
  expect(library.techniques[0]).toMatchObject({ tactics: ['urn:acme:risk:tactic:c:1'], groups: ['linux'], is_deprecated: true })
  expect(library.opaque).toEqual([
    { kind: 'preset', content: { profile: 'small', feature_flags: { x: true } } },
    { kind: 'workflows', content: [{ name: 'w' }] },
    { kind: 'novelty', content: 3 },
  ])
  expect(library.warnings.map(({ params }) => params['kind'])).toEqual(['preset', 'workflows', 'novelty'])
})

test('anchors and merge keys are followed', () => {
  const library = parse(`${head}
objects:
  threats:
    - &fire { urn: 'urn:acme:risk:threat:1', ref_id: '1', name: Fire, description: Burns }
    - { <<: *fire, urn: 'urn:acme:risk:threat:2', name: Big fire }
`)
  expect(library.threats.map(({ urn, name, description }) => [urn, name.en, description.en])).toEqual([
    ['urn:acme:risk:threat:1', 'Fire', 'Burns'],
    ['urn:acme:risk:threat:2', 'Big fire', 'Burns'],
  ])
})
