import { z } from 'zod'
import type { EntityDef } from './entity.ts'
import { filterSchema } from './list-query.ts'
import type { Field } from './field.ts'

/** The entities that a stored reference or list of links may name; none for any other field. */
export function linkTargets({ kind, options: { entity, entities = [], derived } }: Field): readonly string[] {
  if (derived) return []
  if (kind === 'ref_one_of') return entities
  if (entity === undefined) return []
  return kind === 'ref' || kind === 'links' ? [entity] : []
}

/** The entities whose rows list, among what is linked to them, the rows that name them by this field. */
export function listedBy(field: Field): readonly string[] {
  const { unlisted } = field.options
  if (unlisted === true) return []
  return linkTargets(field).filter((entity) => !unlisted?.includes(entity))
}

/** Whether a list can be asked for the rows with some values of a field: for a link also from its other side. */
export const isFilter = ({ fields, list }: EntityDef, name: string): boolean =>
  list.filters.includes(name) || (Object.hasOwn(fields, name) && listedBy(fields[name] as Field).length > 0)

/** How many of the linked rows are shown before the list of them all. */
export const linkedShown = 5

export const linkedSchema = z.object({
  /** Of which entity the rows are, the area that has its words, and by which field they name the object. */
  entity: z.string(),
  area: z.string(),
  field: z.string(),
  /** Those that the reader may read: as many as the entity's list shows under this field. */
  count: z.int(),
  /** What that list is asked for. */
  filter: filterSchema,
  objects: z.array(
    z.object({
      id: z.int(),
      name: z.string().nullable(),
      identifier: z.string().nullish(),
      color: z.string().nullish(),
      /** How it stands: the first choice that its list shows. */
      state: z.object({ field: z.string(), value: z.string() }).nullable(),
      /** Its target date, and whether that is still to be kept. */
      due: z.string().nullable(),
      open: z.boolean(),
    }),
  ),
})
export type Linked = z.infer<typeof linkedSchema>
