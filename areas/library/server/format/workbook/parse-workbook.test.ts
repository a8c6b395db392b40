import { expect, test } from 'vitest'
import { type FileCell, workbookFile } from '#tools/test/workbook-file.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { content, framework, frameworkMeta, headings, library, meta, second, urn, yaml } from '#tools/test/library-workbooks.ts'

test('a workbook of the second generation is the library that the YAML made from it is', async () => {
  const file = await second(
    [
      [
        ...headings,
        'implementation_groups',
        'threats',
        'reference_controls',
        'importance',
        'weight',
        'questions',
        'answer',
        'depends_on',
        'condition',
        'notes',
      ],
      [null, 1, 'A', 'Continuity', null, 'Continuité'],
      [
        'x',
        2,
        1.1,
        'Backups',
        'Are kept\naway',
        null,
        'S, L',
        'risk:Fire',
        `model:Back up,${urn('function', 'other:x')}`,
        'Nice to have',
        2,
        'Kept?\nTested?',
        'yesno\nwhen',
        '/\n1:1,2',
        '/\nall',
        'for us',
      ],
      [],
      ['x', 2, null, null, 'Without a reference'],
      ['x', 2, null, null, 'Another'],
      [null, 1, null, 'Élan général'],
      ['x', 2, 'É 1', 'Accents'],
    ],
    {
      prefixes_meta: [['type', 'urn_prefix']],
      prefixes_content: [
        ['prefix_id', 'prefix_value'],
        ['risk', urn('threat')],
        ['model', urn('function')],
      ],
      levels_meta: [
        ['type', 'scores'],
        ['name', 'levels'],
      ],
      levels_content: [
        ['score', 'name', 'description', 'name[fr]'],
        [1, 'Low', 'Little', 'Bas'],
        [2, 'Middle', null],
        [3, 'High', 'All'],
      ],
      sizes_meta: [
        ['type', 'implementation_groups'],
        ['name', 'sizes'],
      ],
      sizes_content: [
        ['ref_id', 'name', 'description', 'default_selected'],
        ['S', 'Small', 'Few', 'x'],
        ['L', 'Large', null],
      ],
      replies_meta: [
        ['type', 'answers'],
        ['name', 'replies'],
      ],
      replies_content: [
        ['id', 'question_type', 'question_choices', 'add_score', 'compute_result', 'color', 'select_implementation_groups', 'description'],
        ['yesno', 'unique_choice', 'Yes\n|indeed\nNo', '1\n0', 'true\nfalse', '#00ff00\n/', 'S,L\n/', 'Good\n| and well\n/'],
        ['when', 'date', null],
      ],
      models_meta: [
        ['type', 'reference_controls'],
        ['base_urn', urn('function')],
      ],
      models_content: [
        ['ref_id', 'name', 'category', 'csf_function'],
        ['Back up', 'Backup', 'technical', 'recover'],
        [null, 'Nameless', null, null],
      ],
      threats_meta: [
        ['type', 'threats'],
        ['base_urn', urn('threat')],
      ],
      threats_content: [
        ['ref_id', 'name', 'description[fr]'],
        ['Fire', 'Fire', 'Un feu'],
      ],
    },
    frameworkMeta,
  )
  const parsed = await parseWorkbook(file)
  const kept = `${urn('req_node')}:1.1`
  const top = `${urn('req_node')}:a`
  const expected = library({
    reference_controls: [{ urn: `${urn('function')}:back-up`, ref_id: 'Back up', name: 'Backup', category: 'technical', csf_function: 'recover' }],
    threats: [{ urn: `${urn('threat')}:fire`, ref_id: 'Fire', name: 'Fire', translations: { fr: { description: 'Un feu' } } }],
    framework: framework(
      [
        { urn: top, assessable: false, depth: 1, ref_id: 'A', name: 'Continuity', translations: { fr: { name: 'Continuité' } } },
        {
          urn: kept,
          assessable: true,
          depth: 2,
          parent_urn: top,
          ref_id: '1.1',
          name: 'Backups',
          description: 'Are kept\naway',
          implementation_groups: ['S', 'L'],
          threats: [`${urn('threat')}:fire`],
          reference_controls: [`${urn('function')}:back`, urn('function', 'other:x')],
          importance: 'nice_to_have',
          weight: 2,
          questions: {
            [`${kept}:question:1`]: {
              type: 'unique_choice',
              text: 'Kept?',
              choices: [
                {
                  urn: `${kept}:question:1:choice:1`,
                  value: 'Yes\nindeed',
                  description: 'Good\nand well',
                  add_score: 1,
                  compute_result: true,
                  color: '#00FF00',
                  select_implementation_groups: ['S', 'L'],
                },
                { urn: `${kept}:question:1:choice:2`, value: 'No', add_score: 0, compute_result: false },
              ],
            },
            [`${kept}:question:2`]: {
              type: 'date',
              text: 'Tested?',
              depends_on: { question: `${kept}:question:1`, answers: [`${kept}:question:1:choice:1`, `${kept}:question:1:choice:2`], condition: 'all' },
            },
          },
        },
        { urn: `${top}:1`, assessable: true, depth: 2, parent_urn: top, description: 'Without a reference' },
        { urn: `${top}:2`, assessable: true, depth: 2, parent_urn: top, description: 'Another' },
        { urn: `${urn('req_node')}:elan-general`, assessable: false, depth: 1, name: 'Élan général' },
        { urn: `${urn('req_node')}:e-1`, assessable: true, depth: 2, parent_urn: `${urn('req_node')}:elan-general`, ref_id: 'É 1', name: 'Accents' },
      ],
      {
        scores_definition: [
          { score: 1, name: 'Low', description: 'Little', translations: { fr: { name: 'Bas' } } },
          { score: 2, name: 'Middle' },
          { score: 3, name: 'High', description: 'All' },
        ],
        implementation_groups_definition: [
          { ref_id: 'S', name: 'Small', description: 'Few', default_selected: true },
          { ref_id: 'L', name: 'Large' },
        ],
      },
    ),
  })
  expect(content(parsed)).toEqual(yaml(expected))
  // “up” stands behind a blank, which separates references, and names no prefix.
  expect(parsed.warnings.map(({ key }) => key)).toEqual(expect.arrayContaining(['unknown_prefix', 'line_without_reference']))
})

test('a workbook of the first generation is too', async () => {
  const tab = (name: string, type: string, more: string | null = null): readonly FileCell[] => ['tab', name, type, more]
  const file = await workbookFile({
    Library_content: [
      ['library_urn', urn('library')],
      ['library_version', 3],
      ['library_publication_date', '2026-03-06'],
      ['library_locale', 'en'],
      ['library_ref_id', 'PLANT'],
      ['library_name', 'Plant rules'],
      ['library_name[fr]', 'Règles d’usine'],
      ['library_description', 'What a plant needs'],
      ['library_copyright', 'Free'],
      ['library_provider', 'ACME'],
      ['library_packager', 'acme'],
      ['library_dependencies', `${urn('library', 'base')}\n${urn('library', 'other')}`],
      ['framework_urn', urn('framework')],
      ['framework_ref_id', 'PLANT'],
      ['framework_name', 'Plant rules'],
      ['framework_description', 'All of them'],
      ['framework_min_score', 1],
      ['framework_max_score', 3],
      ['reference_control_base_urn', urn('function'), 'model'],
      ['threat_base_urn', urn('threat'), 'risk'],
      ['helper', 'ignored'],
      tab('rules', 'requirements', 'Part One'),
      tab('more rules', 'requirements'),
      tab('levels', 'scores'),
      tab('gone', 'threats'),
    ],
    rules: [
      ['assessable', 'depth', 'ref_id', 'name', 'reference_controls', 'threats'],
      [null, 1, 'A b', 'Continuity'],
      ['x', 2, null, 'Backups', 'model:Back-Up', 'risk:Fire'],
    ],
    'more rules': [
      ['assessable', 'depth', 'ref_id', 'description'],
      ['x', 1, null, 'Alone'],
      ['x', 1, 'Z', 'Last'],
    ],
    levels: [
      ['score', 'name', 'description'],
      [1, 'Low', 'Little'],
    ],
    source: [['node_id'], ['a']],
  })
  const parsed = await parseWorkbook(file)
  const part = `${urn('req_node')}:part-one`
  expect(content(parsed)).toEqual(
    yaml(
      library({
        framework: framework(
          [
            { urn: part, name: 'Part One', assessable: false },
            { urn: `${urn('req_node')}:a-b`, assessable: false, depth: 1, parent_urn: part, ref_id: 'A b', name: 'Continuity' },
            {
              urn: `${urn('req_node')}:a-b:1`,
              assessable: true,
              depth: 2,
              parent_urn: `${urn('req_node')}:a-b`,
              name: 'Backups',
              reference_controls: [`${urn('function')}:back-up`],
              threats: [`${urn('threat')}:fire`],
            },
            { urn: `${urn('req_node')}:node1`, assessable: true, depth: 1, description: 'Alone' },
            { urn: `${urn('req_node')}:z`, assessable: true, depth: 1, ref_id: 'Z', description: 'Last' },
          ],
          { scores_definition: [{ score: 1, name: 'Low', description: 'Little' }] },
        ),
      }),
    ),
  )
  expect(parsed.warnings.map(({ key }) => key)).toContain('sheet_missing')
})

test('matrices have the colours of their cells, mappings both directions, metrics their choices', async () => {
  const file = await workbookFile({
    library_meta: meta.slice(0, 12),
    m_meta: [
      ['type', 'risk_matrix'],
      ['urn', urn('matrix')],
      ['ref_id', 'M'],
      ['name', 'Matrix'],
      ['description', 'Two by two'],
    ],
    m_content: [
      ['type', 'id', 'color', 'abbreviation', 'name', 'description', 'grid', 'grid', 'grid'],
      ['probability', 1, null, 'P2', 'Often', null, 0, 1],
      ['probability', 0, null, 'P1', 'Rare', null, 0, 0],
      ['impact', 0, null, 1, 'Small', null],
      ['impact', 1, null, 2, 'Great', null],
      ['risk', 0, { fill: '#00B050' }, 'R1', 'Low', null],
      ['risk', 1, { fill: '4:0.4' }, 'R2', 'High', null],
    ],
    map_meta: [
      ['type', 'requirement_mapping_set'],
      ['urn', urn('req_mapping_set')],
      ['ref_id', 'MAP'],
      ['name', 'Map'],
      ['source_framework_urn', urn('framework', 'a')],
      ['source_node_base_urn', urn('req_node', 'a')],
      ['target_framework_urn', urn('framework', 'b')],
      ['target_node_base_urn', urn('req_node', 'b')],
    ],
    map_content: [
      ['source_node_id', 'target_node_id', 'relationship', 'rationale', 'strength_of_relationship'],
      ['A 1', 2, 'Subset', 'semantic', 7],
      ['a 1', 'c', 'equal ', null, null],
    ],
    k_meta: [
      ['type', 'metric_definitions'],
      ['base_urn', urn('metric')],
    ],
    k_content: [
      ['ref_id', 'name', 'category', 'choices_definition', 'default_target'],
      ['K1', 'Mood', 'qualitative', 'Good|all is well\nBad', null],
      ['K2', 'Rate', null, null, 80],
    ],
  })
  const parsed = await parseWorkbook(file)
  expect(parsed.risk_matrices[0]).toMatchObject({
    probability: [{ abbreviation: 'P1' }, { abbreviation: 'P2' }],
    impact: [{ abbreviation: '1' }, { abbreviation: '2' }],
    risk: [{ hexcolor: '#00B050' }, { hexcolor: '#96B3D8' }],
    grid: [
      [0, 0],
      [0, 1],
    ],
  })
  expect(
    parsed.mapping_sets.map(({ urn: set, pairs }) => [
      set,
      pairs.map(({ source_urn, target_urn, relationship, strength }) => [source_urn, target_urn, relationship, strength]),
    ]),
  ).toEqual([
    [
      urn('req_mapping_set'),
      [
        [`${urn('req_node', 'a')}:a-1`, `${urn('req_node', 'b')}:2`, 'subset', 7],
        [`${urn('req_node', 'a')}:a-1`, `${urn('req_node', 'b')}:c`, 'equal', null],
      ],
    ],
    [
      `${urn('req_mapping_set')}-revert`,
      [
        [`${urn('req_node', 'b')}:2`, `${urn('req_node', 'a')}:a-1`, 'superset', 7],
        [`${urn('req_node', 'b')}:c`, `${urn('req_node', 'a')}:a-1`, 'equal', null],
      ],
    ],
  ])
  expect(parsed.metrics).toMatchObject([
    { category: 'qualitative', choices: [{ name: { en: 'Good' } }, { name: { en: 'Bad' } }] },
    { category: 'quantitative', default_target: 80 },
  ])
})
