import { stringify } from 'yaml'
import { expect, test } from 'vitest'
import type { Json, ParsedLibrary } from '#areas/library/server/library-content.ts'
import { parseLibrary } from '#areas/library/server/format/parse-library.ts'
import { parseWorkbook } from '#areas/library/server/format/workbook/parse-workbook.ts'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import { rootOfLibrary } from './root-of-library.ts'
import { sheetsOfLibrary, tooLongIn } from './sheets-of-library.ts'

const urn = (kind: string, rest = 'x') => `urn:acme:risk:${kind}:${rest}`
const parse = (root: Json): ParsedLibrary => parseLibrary(new TextEncoder().encode(stringify(root)))
/** All but what is said of the bytes. */
const content = (library: ParsedLibrary) => ({ ...library, sha256: '', warnings: [] })

const library = (locale: string): Json => ({
  urn: urn('library'),
  locale,
  ref_id: 'X',
  name: 'Of the file',
  description: 'Long: yes\n- and more',
  copyright: 'Free',
  version: 4,
  publication_date: '2026-03-06',
  provider: 'ACME',
  labels: ['A'],
  dependencies: [urn('library', 'y')],
  unknown: { kept: 1 },
  translations: {
    en: { name: 'English' },
    fr: { name: 'Français', copyright: 'Libre' },
    de: { name: 'Deutsch', odd: 'so' },
    'pt-br': { description: 'Longa' },
  },
  objects: {
    threats: [{ urn: urn('threat'), ref_id: 'T', name: 'Fire', translations: { fr: { description: 'Seulement là' } } }],
    reference_controls: [{ urn: urn('function'), ref_id: 'F', name: 'Backup', category: 'technical', csf_function: 'recover', typical_evidence: 'A log' }],
    metric_definitions: [
      {
        urn: urn('metric'),
        ref_id: 'K',
        name: 'Mood',
        category: 'qualitative',
        higher_is_better: true,
        choices_definition: [{ name: 'Good', description: 'Well' }],
      },
    ],
    risk_matrix: {
      urn: urn('matrix'),
      ref_id: 'M',
      name: 'M',
      probability: [{ name: 'p' }],
      impact: [{ name: 'i', abbreviation: 1 }],
      risk: [{ name: 'r', hexcolor: '#00FF00', translations: { fr: { name: 'rr' } } }],
      grid: [[0]],
      is_enabled: false,
    },
    framework: {
      urn: urn('framework'),
      ref_id: 'X',
      name: 'X',
      min_score: 0,
      max_score: 1,
      scores_definition: {
        scale: [{ score: 0, name: 'No' }],
        alternatives: {
          binary: [
            { score: 0, name: 'No' },
            { score: 1, name: 'Yes', description_doc: 'Doc' },
          ],
        },
      },
      implementation_groups_definition: [{ ref_id: 'G', name: 'Group', default_selected: true }],
      outcomes_definition: [{ a: 1 }],
      requirement_nodes: [
        { urn: urn('req_node', 'x:a'), assessable: false, depth: 1, name: 'A', display_mode: 'splash' },
        {
          urn: urn('req_node', 'x:a:1'),
          assessable: true,
          depth: 2,
          parent_urn: urn('req_node', 'x:a'),
          description: 'Do it',
          importance: 'recommended',
          weight: 3,
          scores_definition_ref: 'binary',
          implementation_groups: ['G'],
          threats: [urn('threat')],
          reference_controls: [urn('function')],
          questions: {
            [urn('question')]: {
              type: 'unique_choice',
              text: 'Done?',
              translations: { fr: { text: 'Fait ?' } },
              choices: [{ urn: urn('choice'), value: 'Yes', add_score: 1, compute_result: true, select_implementation_groups: ['G'], color: '#FFFFFF' }],
            },
            [urn('question', 'z')]: { type: 'text', text: 'Why?', depends_on: { question: urn('question'), answers: [urn('choice')], condition: 'all' } },
          },
        },
      ],
    },
    requirement_mapping_set: {
      urn: urn('req_mapping_set'),
      ref_id: 'MAP',
      name: 'Map',
      source_framework_urn: urn('framework'),
      target_framework_urn: urn('framework', 'y'),
      requirement_mappings: [
        {
          source_requirement_urn: urn('req_node', 'x:a:1'),
          target_requirement_urn: urn('req_node', 'y:b'),
          relationship: 'subset',
          rationale: 'in words',
          strength_of_relationship: 7,
        },
      ],
    },
    ttp_catalogs: [{ urn: urn('ttp'), ref_id: 'TTP', name: 'TTP' }],
    techniques: [{ urn: urn('technique'), ref_id: 'TE', name: 'TE', catalog_urn: urn('ttp'), is_deprecated: true }],
    preset: { profile: 'x' },
  },
})

test.each(['en', 'fr', 'de', 'pt-BR', 'es'])('a library in %s that leaves as YAML comes back the same', (locale) => {
  const parsed = parse(library(locale))
  expect(content(parse(rootOfLibrary(parsed)))).toEqual(content(parsed))
})

/** What the form of workbooks has a place for. */
function plain(root: Json): Json {
  const { objects, unknown: _unknown, ...library } = root as { objects: Record<string, unknown>; unknown: Json }
  const { ttp_catalogs: _t, techniques: _e, preset: _p, risk_matrix, requirement_mapping_set, framework, ...kept } = objects
  const node = (urns: string) =>
    JSON.parse(
      JSON.stringify(framework)
        .replaceAll(urn('question', 'z'), `${urns}:question:2`)
        .replaceAll(urn('question'), `${urns}:question:1`)
        .replaceAll(urn('choice'), `${urns}:question:1:choice:1`),
    ) as Record<string, Json>
  const made = node(urn('req_node', 'x:a:1'))
  delete made.outcomes_definition
  for (const one of made.requirement_nodes as Record<string, Json>[]) {
    delete one.display_mode
    for (const question of Object.values((one.questions ?? {}) as Record<string, Record<string, Json>>)) delete question.translations
  }
  const set = requirement_mapping_set as Record<string, Json>
  const [pair] = set.requirement_mappings as Record<string, Json>[]
  return {
    ...library,
    objects: {
      ...kept,
      framework: made,
      risk_matrix: { ...(risk_matrix as Record<string, Json>), is_enabled: true },
      requirement_mapping_sets: [
        set,
        {
          ...set,
          urn: `${String(set.urn)}-revert`,
          ref_id: 'MAP-revert',
          source_framework_urn: set.target_framework_urn,
          target_framework_urn: set.source_framework_urn,
          requirement_mappings: [
            { ...pair, source_requirement_urn: pair?.target_requirement_urn, target_requirement_urn: pair?.source_requirement_urn, relationship: 'superset' },
          ],
        },
      ],
    } as unknown as Json,
  }
}

async function byWorkbook(parsed: ParsedLibrary): Promise<ParsedLibrary> {
  const chunks: Buffer[] = []
  for await (const chunk of xlsx(sheetsOfLibrary(rootOfLibrary(parsed)))) chunks.push(chunk)
  return parseWorkbook(Buffer.concat(chunks))
}

test('identifiers that the form would make otherwise leave a workbook and come back as they are, links among them', async () => {
  const odd = JSON.parse(
    JSON.stringify(plain(library('en')))
      .replaceAll(urn('req_node', 'x:a:1'), urn('req_node', 'x:a/1 (é)'))
      .replaceAll(urn('req_node', 'y:b'), urn('req_node', 'y:b c/d'))
      .replaceAll(urn('function'), urn('function', 'x/1'))
      .replaceAll(urn('threat'), urn('threat', 'x/2'))
      .replaceAll(urn('metric'), urn('metric', 'x/3'))
      .replaceAll(`"${urn('library')}"`, `"${urn('library', 'é/x')}"`),
  ) as Json
  const parsed = parse(odd)
  expect(content(await byWorkbook(parsed))).toEqual(content(parsed))
})

test('a mapping of one way, and one whose other way says something else, come back from a workbook as they were', async () => {
  const whole = plain(library('en')) as { objects: { requirement_mapping_sets: { requirement_mappings: Record<string, Json>[] }[] } }
  const [one, back] = whole.objects.requirement_mapping_sets
  for (const sets of [[one], [one, { ...back, requirement_mappings: back?.requirement_mappings.map((pair) => ({ ...pair, relationship: 'equal' })) }]]) {
    const parsed = parse({ ...whole, objects: { ...whole.objects, requirement_mapping_sets: sets } } as unknown as Json)
    expect(content(await byWorkbook(parsed))).toEqual(content(parsed))
  }
})

test('a text that no cell holds is told by its object, and one that looks like a formula comes back', async () => {
  const withText = (description: string) => parse(JSON.parse(JSON.stringify(plain(library('en'))).replaceAll('Do it', description)) as Json)
  expect(tooLongIn(sheetsOfLibrary(rootOfLibrary(withText('x'.repeat(32_767)))))).toBeNull()
  expect(tooLongIn(sheetsOfLibrary(rootOfLibrary(withText('x'.repeat(32_768)))))).toBe('a:1')
  const quoted = withText("'=1+1")
  expect(content(await byWorkbook(quoted))).toEqual(content(quoted))
})

test.each(['en', 'fr', 'pt-BR'])('a library in %s that leaves as a workbook comes back the same', async (locale) => {
  const parsed = parse(plain(library(locale)))
  expect(content(await byWorkbook(parsed))).toEqual(content(parsed))
})
