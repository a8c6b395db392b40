import type { EntityDef } from './entity.ts'
import type { Field } from './field.ts'

/** The entities that a stored reference or list of links may name; none for any other field. */
export function linkTargets({ kind, options: { entity, entities = [], derived } }: Field): readonly string[] {
  if (derived) return []
  if (kind === 'ref_one_of') return entities
  if (entity === undefined) return []
  return kind === 'ref' || kind === 'links' ? [entity] : []
}

/** The entities whose rows list, among what is linked to them, the rows that name them by this field, or have to do with them by way of others. */
export function listedBy(field: Field): readonly string[] {
  const { unlisted, asked, entity } = field.options
  if (unlisted === true) return []
  if (asked && field.kind === 'links' && entity !== undefined) return [entity]
  return linkTargets(field).filter((entity) => !unlisted?.includes(entity))
}

/** Whether a list can be asked for the rows with some values of a field: for a link also from its other side. */
export const isFilter = ({ fields, list }: EntityDef, name: string): boolean =>
  list.filters.includes(name) || (Object.hasOwn(fields, name) && listedBy(fields[name] as Field).length > 0)
