import { sql, type RawBuilder } from 'kysely'
import { expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { roles, type Role } from '#kit/contract/right.ts'
import { cellsSql, listFields, rowSql, selectCells, selectRow } from '#kit/server/data/sql/select-row.ts'
import type { Viewer } from '#kit/server/data/sql/sql-template.ts'
import { query } from '#kit/server/data/database/transaction.ts'
import { resources, rightsOf } from '#app/server/registry.ts'

/** The statement as if every value stood in it. */
function spelled(built: RawBuilder<unknown>): string {
  const { sql: text, parameters } = built.compile(query)
  return text.replace(/\$(\d+)/g, (_, n: string) => JSON.stringify(parameters[Number(n) - 1]))
}

/** Two people with the same roles; no id of one is an id of the other. */
const both = (own: readonly Role[], lang: Viewer['lang']): Viewer[] =>
  [7_000_000, 8_000_000].map((from) => ({
    lang,
    roles: own,
    rights: rightsOf(own),
    memberId: from + 1,
    groupIds: [from + 2],
    perimeterIds: [from + 3, from + 4],
    tagIds: [from + 5],
  }))

/** As rules meet people where a text is made for a whole kind of them: a list alone is told how few perimeters somebody reaches, and planned for that. */
const ofAKind = ({ perimeterIds, ...viewer }: Viewer): Viewer => ({ ...viewer, perimeterIds: sql<readonly number[]>`${perimeterIds}` })

const kinds: readonly (readonly Role[])[] = [...roles.map((role) => [role]), ['local_pilote', 'contributor']]

test.each([...resources.values()])(
  'what is kept to read rows of $def.name by is what is made for each of its readers, and holds no id of another',
  (resource) => {
    for (const fields of [listFields(resource.def), Object.keys(resource.def.fields)])
      for (const own of kinds)
        for (const lang of languages) {
          const [first, second] = both(own, lang).map((viewer) => {
            const text = spelled(selectRow(resource, resources, viewer, fields))
            expect(text).toBe(spelled(rowSql(resource, resources, ofAKind(viewer), fields)))
            const cells = spelled(selectCells(resource, resources, viewer, fields))
            expect(cells).toBe(spelled(cellsSql(resource, resources, ofAKind(viewer), fields)))
            return text + cells
          })
          expect(first).not.toMatch(/80000\d\d/)
          expect(second).not.toMatch(/70000\d\d/)
        }
  },
)

test.each([...resources.values()])('a file of rows of $def.name is read without who wrote them and what may be done with them', (resource) => {
  const fields = Object.keys(resource.def.fields)
  const [pilot] = both(['global_pilote'], 'en').map((viewer) => spelled(cellsSql(resource, resources, viewer, fields)))
  expect(pilot).toMatch(/^json_array\("t"\."id", "t"\."version", /)
  // The form of what only a row answers, in any place but those that an area's own field may ask for.
  expect(pilot).not.toMatch(/_right"?(?:,|$)|m\.id = "t"\."(?:cre|upd)ated_by"\) as/)
})
