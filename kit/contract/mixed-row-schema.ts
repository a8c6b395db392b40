import { z } from 'zod'
import type { MixedList } from './mixed-list.ts'
import { valuesShape } from './row-schema.ts'

const person = z.object({ id: z.int(), name: z.string() }).nullable()

/** A row of a mixed list as it is answered: that of its entity, under an id that says which, with the list's fields. */
export const mixedRowSchema = ({ fields, branches }: MixedList) =>
  z.object({
    id: z.string(),
    type: z.string(),
    entity: z.enum(branches.map(({ entity }) => entity.name) as [string, ...string[]]),
    version: z.int(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    created_by: person,
    updated_by: person,
    view_right: z.boolean(),
    edit_right: z.boolean(),
    delete_right: z.boolean(),
    edit_right_regular: z.boolean(),
    checkbox_right: z.boolean(),
    copy_right: z.boolean().optional(),
    reset_right: z.boolean().optional(),
    ...valuesShape(fields),
  })
