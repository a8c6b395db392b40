import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { roles, type Role } from '#kit/contract/right.ts'
import type { Reader } from '#kit/server/access/row-rule.ts'
import { rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { query } from '#kit/server/data/database/transaction.ts'
import { resources, rightsOf } from '#app/server/registry.ts'

const reader = (role: Role, memberId: number): Reader => ({
  roles: [role],
  rights: rightsOf([role]),
  memberId,
  groupIds: [memberId + 1000],
  perimeterIds: [1],
  tagIds: [],
})
const t = rowRef('t')

test('a derived value that differs between two who see everything says that it is personal, and no other says so than one that differs for somebody', () => {
  const wrong: string[] = []
  for (const resource of resources.values())
    for (const [name, field] of Object.entries(resource.def.fields)) {
      if (!resource.derived?.[name]) continue
      const said = (who: Reader) => JSON.stringify(sql`select ${scalar(resource, name, t, 'en', who)}`.compile(query).parameters)
      const differs = (role: Role) => said(reader(role, 7)) !== said(reader(role, 8))
      const personal = field.options.personal === true
      if (!personal && differs('global_pilote')) wrong.push(`${resource.def.name}.${name} is personal`)
      if (personal && !roles.some(differs)) wrong.push(`${resource.def.name}.${name} is not personal`)
    }
  expect(wrong).toEqual([])
})
