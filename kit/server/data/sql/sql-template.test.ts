import { sql, type RawBuilder } from 'kysely'
import { expect, test, vi } from 'vitest'
import { Templates, type Viewer } from './sql-template.ts'
import { query } from '#kit/server/data/database/transaction.ts'

const viewer = (own: Partial<Viewer>): Viewer => ({
  lang: 'en',
  roles: ['local_pilote'],
  rights: new Set(['thing.read']),
  memberId: 11,
  groupIds: [12],
  perimeterIds: [13, 14],
  tagIds: [],
  ...own,
})
const readable = ({ memberId, perimeterIds }: Viewer) =>
  sql`x = ${memberId} or y = any(${perimeterIds}::bigint[]) or z = any(${perimeterIds}::bigint[]) and k = ${'const'}`
const compiled = (built: RawBuilder<unknown>) => {
  const { sql: text, parameters } = built.compile(query)
  return { text, parameters }
}

test('a text is made once for all of a kind, and each of them is given their own values', () => {
  const [templates, build] = [new Templates(), vi.fn(readable)]
  const text = 'x = $1 or y = any($2::bigint[]) or z = any($2::bigint[]) and k = $3'
  expect(compiled(templates.fill('row', viewer({}), build))).toEqual({ text, parameters: [11, [13, 14], 'const'] })
  expect(compiled(templates.fill('row', viewer({ memberId: 21, groupIds: [22, 23], perimeterIds: [24] }), build))).toEqual({
    text,
    parameters: [21, [24], 'const'],
  })
  expect(build).toHaveBeenCalledOnce()
})

test('what makes a text is never told whose it is first', () => {
  const seen: Viewer[] = []
  new Templates().fill('row', viewer({ tagIds: [15] }), (kind) => {
    seen.push(kind)
    return readable(kind)
  })
  const ids = seen.flatMap(({ memberId, groupIds, perimeterIds, tagIds }) => [memberId, groupIds, perimeterIds, tagIds])
  expect(ids).toHaveLength(4)
  for (const id of ids) expect(id).toHaveProperty('isRawBuilder', true)
})

test.each<[string, Partial<Viewer>]>([
  ['other roles', { roles: ['local_auditor'] }],
  ['more roles', { roles: ['local_pilote', 'contributor'] }],
  ['other rights', { rights: new Set(['thing.write']) }],
  ['fewer rights', { rights: new Set() }],
  ['another language', { lang: 'fr' }],
  ['no member', { memberId: null }],
  ['no groups', { groupIds: [] }],
  ['no perimeters', { perimeterIds: [] }],
  ['tags', { tagIds: [16] }],
])('whoever has %s is of another kind', (_, own) => {
  const [templates, build] = [new Templates(), vi.fn(readable)]
  templates.fill('row', viewer({}), build)
  templates.fill('row', viewer(own), build)
  expect(build).toHaveBeenCalledTimes(2)
})

test('equal rights are one kind, whichever set holds them', () => {
  const [templates, build] = [new Templates(), vi.fn(readable)]
  for (let n = 0; n < 2; n += 1) templates.fill('row', viewer({ rights: new Set(['thing.read', 'thing.write']) }), build)
  expect(build).toHaveBeenCalledOnce()
})

test('few texts are kept, and the one used longest ago is given up first', () => {
  const [templates, often, seldom] = [new Templates(), vi.fn(readable), vi.fn(readable)]
  templates.fill('seldom', viewer({}), seldom)
  for (let n = 0; n < 100; n += 1) {
    templates.fill('often', viewer({}), often)
    templates.fill(`other ${n}`, viewer({}), readable)
  }
  templates.fill('seldom', viewer({}), seldom)
  expect(often).toHaveBeenCalledOnce()
  expect(seldom).toHaveBeenCalledTimes(2)
})

test('a moment is not kept', () => {
  expect(() => new Templates().fill('row', viewer({}), () => sql`x < ${new Date()}`)).toThrow(/no moment/)
})
