import { defineEntity } from '#kit/contract/entity.ts'
import { integer, localized, text } from '#kit/contract/field.ts'

/** What a line of a policy's Excel file says: a requirement and the group it stands in (POL-25). No rows of it are kept. */
export const policyStructureLine = defineEntity({
  name: 'policy_structure',
  area: 'policies',
  title: 'name',
  fields: {
    /** The group's name; groups within groups are separated by ` > `. */
    group: text({ max: 2000 }),
    identifier: text({ max: 64 }),
    name: localized({ max: 2000, need: 'required' }),
    description: localized({ long: true }),
    weight: integer({ min: 1, max: 1000, default: 1, boundsMessage: 'policies.errors.weight' }),
  },
  rights: { read: 'policy.read', create: 'policy.write', update: 'policy.write', delete: null },
  list: { columns: ['group', 'identifier', 'name', 'weight'], filters: [], sort: 'name', search: [] },
  form: [],
})
