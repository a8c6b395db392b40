import { expect, test } from 'vitest'
import { createTranslator } from 'use-intl/core'
import { en } from '#areas/library/locales/en.ts'
import { fr } from '#areas/library/locales/fr.ts'
import { LibraryError } from './library-error.ts'
import { parseLibrary } from './parse-library.ts'

function faultOf(file: string | Uint8Array): LibraryError {
  try {
    parseLibrary(typeof file === 'string' ? new TextEncoder().encode(file) : file)
  } catch (error) {
    if (error instanceof LibraryError) return error
    throw error
  }
  throw new Error('The file was accepted')
}

const library = (objects: string, head = '') => `urn: urn:acme:risk:library:x
locale: en
ref_id: x
name: X
${head || 'version: 1'}
objects:
${objects}`

// Nodes start at line 13.
const framework = (nodes: string, field = 'min_score: 0') =>
  library(`  framework:
    urn: urn:acme:risk:framework:x
    ref_id: x
    name: X
    ${field}
    requirement_nodes:
${nodes}`)

const node = (id: string, more = 'assessable: true') => `      - urn: urn:acme:risk:req_node:x:${id}
        ${more}
`

const matrix = (grid: string, risk = '[{ name: a }, { name: b }]') =>
  library(`  risk_matrix:
    urn: urn:acme:risk:matrix:m
    ref_id: m
    name: M
    probability: [{ name: p }, { name: q }]
    impact: [{ name: i }, { name: j }]
    risk: ${risk}
    grid: ${grid}
`)

const one = 'urn:acme:risk:req_node:x:1'

test.for<[what: string, file: string | Uint8Array, fault: Partial<LibraryError>]>([
  ['nothing', '  \n', { key: 'empty_file' }],
  ['text', 'hello', { key: 'not_a_library', params: { found: 'hello' } }],
  ['another mapping', 'name: x\nversion: 1', { key: 'not_a_library', params: { found: 'name, version' }, line: 1 }],
  ['an Excel file', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), { key: 'unsupported_format', params: { found: 'Excel / ZIP' } }],
  ['XML', '<catalog/>', { key: 'unsupported_format' }],
  ['Latin-1', new Uint8Array([0x61, 0x3a, 0x20, 0x62, 0x0a, 0x63, 0x3a, 0x20, 0xe9, 0x0a]), { key: 'not_utf8', line: 2 }],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), { key: 'not_utf8' }],
  ['a NUL byte', 'a: b\nc: \0', { key: 'forbidden_character', line: 2 }],
  ['an escaped NUL', 'a: b\nc: "\\0"', { key: 'forbidden_character', line: 2 }],
  ['half a character', '{"urn": "\\ud800"}', { key: 'forbidden_character', line: 1 }],
  ['a prototype', 'a: 1\n__proto__: { polluted: true }', { key: 'forbidden_key', line: 2 }],
  ['a prototype in JSON', '{"a": 1,\n"__proto__": {"polluted": true}}', { key: 'forbidden_key', line: 2 }],
  ['broken YAML', 'a: 1\nb: "x', { key: 'yaml_syntax', line: 2 }],
  ['broken indentation', 'a:\n    b: 1\n  c: 2', { key: 'yaml_indent', line: 3 }],
  ['broken JSON', '{"a": 1,\n "b": 2 "c": 3}', { key: 'json_syntax', line: 2 }],
  ['a foreign tag', 'a: !!python/object:os.system x', { key: 'yaml_tag', line: 1 }],
  ['two documents', 'a: 1\n---\nb: 2', { key: 'yaml_documents' }],
  ['an alias to itself', 'a: 1\nb: &b [*b]', { key: 'yaml_alias', line: 2 }],
  ['a key twice', 'a: 1\nb: 2\na: 3', { key: 'duplicate_key', line: 3 }],
  ['a list as a key', '? [a]\n: b', { key: 'yaml_key', line: 1 }],
  ['no version', library('  threats: []', 'provider: me'), { key: 'missing_field', params: { object: 'urn:acme:risk:library:x', field: 'version' } }],
  ['a version in words', library('  threats: []', 'version: two'), { key: 'wrong_type', line: 5 }],
  ['objects of a wrong type', library('  - 1'), { key: 'wrong_type', line: 6 }],
  ['an URN that is none', framework('      - urn: nonsense\n        assessable: true'), { key: 'bad_urn', line: 13 }],
  ['nodes as text', framework('      nonsense'), { key: 'wrong_type', urn: 'urn:acme:risk:framework:x' }],
  ['a node as text', framework('      - nonsense'), { key: 'wrong_type', line: 13 }],
  ['a name as a mapping', framework(node('1', 'assessable: true\n        name: { a: b }')), { key: 'wrong_type', urn: one, line: 15 }],
  ['a name as a list of mappings', framework(node('1', 'assessable: true\n        name: [{ a: b }]')), { key: 'wrong_type', urn: one, line: 15 }],
  ['a URN as a list', framework('      - urn: [a, b]\n        assessable: true'), { key: 'wrong_type', line: 13 }],
  [
    'parents as a list',
    framework(node('0') + node('1', `assessable: true\n        parent_urn: [${one.slice(0, -1)}0, x]`)),
    { key: 'wrong_type', urn: one, line: 17 },
  ],
  ['importance as a list', framework(node('1', 'assessable: true\n        importance: [mandatory]')), { key: 'wrong_type', urn: one, line: 15 }],
  ['a URN without a reference', framework('      - urn: urn:acme:risk:req_node\n        assessable: true'), { key: 'bad_urn', line: 13 }],
  ['a URN of blanks', framework('      - urn: "urn: : :x:y"\n        assessable: true'), { key: 'bad_urn', line: 13 }],
  [
    'two empty references',
    framework(`      - { urn: '${one.slice(0, -1)}', assessable: true }\n`.repeat(2)),
    { key: 'duplicate_urn', urn: 'urn:acme:risk:req_node:x:', line: 14 },
  ],
  [
    'assessable maybe',
    framework(node('1', 'assessable: maybe')),
    {
      key: 'wrong_type',
      urn: one,
      line: 14,
      params: { object: one, field: 'assessable', expected: 'boolean', found: '"maybe"' },
    },
  ],
  ['assessable missing', framework(node('1', 'depth: 1')), { key: 'missing_field', urn: one, line: 13 }],
  ['an unknown importance', framework(node('1', 'assessable: true\n        importance: huge')), { key: 'not_allowed', urn: one, line: 15 }],
  ['a weight of 0', framework(node('1', 'assessable: true\n        weight: 0')), { key: 'out_of_range', urn: one, line: 15 }],
  ['half a weight', framework(node('1', 'assessable: true\n        weight: 1.5')), { key: 'wrong_type', urn: one, line: 15 }],
  ['a node twice', framework(node('1') + node('1')), { key: 'duplicate_urn', urn: one, line: 15 }],
  ['a node twice in another case', framework(node('a') + node('A')), { key: 'duplicate_urn', line: 15 }],
  ['an unknown parent', framework(node('1', `assessable: true\n        parent_urn: ${one}9`)), { key: 'unknown_parent', urn: one, line: 15 }],
  ['its own parent', framework(node('1', `assessable: true\n        parent_urn: ${one}`)), { key: 'parent_cycle', urn: one, line: 15 }],
  [
    'parents in a circle',
    framework(node('0') + node('1', `assessable: true\n        parent_urn: ${one.slice(0, -1)}2`) + node('2', `assessable: true\n        parent_urn: ${one}`)),
    { key: 'parent_cycle', urn: one, line: 17 },
  ],
  ['scores upside down', framework(node('1'), 'min_score: 100'), { key: 'score_range', urn: 'urn:acme:risk:framework:x' }],
  ['a group twice', framework(node('1'), 'implementation_groups_definition: [{ ref_id: a }, { ref_id: a }]'), { key: 'duplicate_group', line: 11 }],
  [
    'a question of no type',
    framework(node('1', 'assessable: true\n        questions: { "urn:acme:risk:req_node:x:1:q": { text: x } }')),
    { key: 'missing_field', line: 15 },
  ],
  ['a matrix with a missing row', matrix('[[0, 1]]'), { key: 'matrix_rows', line: 14 }],
  [
    'a matrix with a short row',
    matrix('[[0, 1], [0]]'),
    { key: 'matrix_columns', params: { object: 'urn:acme:risk:matrix:m', row: 2, columns: 2, found: 1, field: 'grid' } },
  ],
  ['a matrix with an unknown risk', matrix('[[0, 1], [0, 2]]'), { key: 'matrix_cell', line: 14 }],
  ['a matrix with a gap in its ids', matrix('[[0, 1], [0, 1]]', '[{ id: 0 }, { id: 2 }]'), { key: 'matrix_ids', line: 13 }],
  [
    'a relation unheard of',
    library(
      '  requirement_mapping_set:\n    urn: urn:acme:risk:req_mapping_set:m\n    ref_id: m\n    name: M\n    source_framework_urn: a\n    target_framework_urn: b\n    requirement_mappings:\n      - { source_requirement_urn: a, target_requirement_urn: b, relationship: friend }',
    ),
    { key: 'not_allowed', line: 14 },
  ],
  ['a profile', '{"profile": {"uuid": "x"}}', { key: 'not_a_catalog', params: { found: 'profile' } }],
  [
    'a catalog without controls',
    '{"catalog": {"uuid": "x", "metadata": {"title": "x", "version": "1", "last-modified": "2024-01-01T00:00:00Z"}}}',
    { key: 'missing_field' },
  ],
])('%s is refused with its place and a reason in both languages', ([, file, expected]) => {
  const fault = faultOf(file)
  expect({ key: fault.key, line: fault.line, urn: fault.urn, params: fault.params }).toMatchObject(expected)
  expect({}).not.toHaveProperty('polluted')
  for (const messages of [en, fr]) {
    const translate = createTranslator({
      locale: 'en',
      messages,
      onError: (error) => {
        throw error
      },
    }) as unknown as (key: string, params: object) => string
    const text = translate(`fault.${fault.key}`, fault.params)
    expect(text).not.toMatch(/\{\w+[,}]/)
  }
})
