import { expect, test } from 'vitest'
import { diffFrameworks } from './diff-frameworks.ts'
import { parseLibrary } from './format/parse-library.ts'
import type { ParsedFramework } from './library-content.ts'

type Node = { id: string; parent?: string; name?: string; weight?: number; assessable?: boolean }

function framework(nodes: Node[], more = {}): ParsedFramework {
  const urn = (id: string) => `urn:acme:risk:req_node:x:${id}`
  const requirement_nodes = nodes.map(({ id, parent, assessable = true, ...fields }) => ({
    urn: urn(id),
    assessable,
    ...(parent && { parent_urn: urn(parent) }),
    ...fields,
  }))
  const objects = { framework: { urn: 'urn:acme:risk:framework:x', ref_id: 'x', name: 'X', requirement_nodes, ...more } }
  const file = JSON.stringify({ urn: 'urn:acme:risk:library:x', locale: 'en', ref_id: 'x', name: 'X', version: 1, objects })
  return parseLibrary(new TextEncoder().encode(file)).frameworks[0] as ParsedFramework
}

const before = framework([
  { id: 'a', assessable: false },
  { id: 'b', assessable: false },
  { id: '1', parent: 'a', name: 'One' },
  { id: '2', parent: 'a' },
  { id: '3', parent: 'b' },
])

test('the same framework has no difference', () => {
  expect(diffFrameworks(before, structuredClone(before))).toEqual({ fields: [], added: [], removed: [], changed: [] })
})

test('added, removed and changed nodes are told apart by URN, and the fields that changed are named', () => {
  const after = framework(
    [
      { id: 'a', assessable: false },
      { id: 'new', parent: 'a', name: 'New' },
      { id: 'b', assessable: false },
      { id: '1', parent: 'b', name: 'First', weight: 2 },
      { id: '3', parent: 'b' },
    ],
    { max_score: 5 },
  )
  const diff = diffFrameworks(before, after)
  expect(diff.fields).toEqual(['max_score'])
  expect(diff.added).toEqual([{ urn: 'urn:acme:risk:req_node:x:new', ref_id: null, display_name: { en: 'New', fr: null }, assessable: true }])
  expect(diff.removed.map(({ urn }) => urn)).toEqual(['urn:acme:risk:req_node:x:2'])
  expect(diff.changed.map(({ urn, fields }) => [urn, fields.toSorted()])).toEqual([['urn:acme:risk:req_node:x:1', ['name', 'parent', 'weight']]])
})
