import { expect, test } from 'vitest'
import { entityListFindings, entityLists } from './entity-lists.ts'

const owners = new Map([
  ['member', 'people'],
  ['measure', 'measures'],
  ['gap', 'gaps'],
  ['exemption', 'exemptions'],
  ['risk', 'risks'],
  ['label', 'catalog'],
])
const found = (path: string, text: string) =>
  entityLists([{ path, text, lines: 1, imports: [] }], owners).map(({ line, entities }) => `${line} ${entities.join(' ')}`)

test('lists, maps and types of several entities of areas above are found, each at its line', () => {
  expect(found('areas/people/server/a.ts', "\nconst a = ['gap', 'risk', 'other']")).toEqual(['2 gap risk'])
  expect(found('areas/people/web/a.tsx', "const a = { gap: 1, 'risk': 2 }")).toEqual(['1 gap risk'])
  expect(found('areas/people/contract/a.ts', "type A = 'gap' | 'risk'")).toEqual(['1 gap risk'])
  expect(found('kit/server/a.ts', "f(['member', 'measure'])")).toEqual(['1 member measure'])
  expect(found('app/web/a.ts', "const a = ['risk', 'gap']")).toEqual(['1 risk gap'])
})

test('an area may list what stands below it, and name one of those above; words of every day, tests and catalogues mean something else', () => {
  expect(found('areas/risks/server/a.ts', "const a = ['gap', 'measure', 'risk']")).toEqual([])
  expect(found('areas/people/server/a.ts', "const a = ['gap', 'member', 'label']")).toEqual([])
  expect(found('areas/people/server/a.test.ts', "const a = ['gap', 'risk']")).toEqual([])
  expect(found('areas/people/locales/en.ts', "const a = { gap: '', risk: '' }")).toEqual([])
  expect(found('app/test/a.ts', "const a = ['gap', 'risk']")).toEqual([])
})

test('an exception holds for a file, and is found once nothing needs it', () => {
  const lists = [{ path: 'kit/server/a.ts', line: 3, entities: ['gap', 'risk'] }]
  expect(entityListFindings(lists, [])).toEqual([expect.stringMatching(/^kit\/server\/a\.ts:3: lists gap, risk,/)])
  expect(entityListFindings(lists, [{ path: 'kit/server/a.ts', reason: '' }])).toEqual([])
  expect(entityListFindings([], [{ path: 'kit/server/a.ts', reason: '' }])).toEqual([expect.stringContaining('nothing needs kit/server/a.ts')])
})
