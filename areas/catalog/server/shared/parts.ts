import { columnsOf, type Field } from '#kit/contract/field.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import { modelKinds } from '#areas/catalog/contract/shared.ts'

/** Another model that a field of a model names, and that comes with it. */
export interface Part {
  readonly field: string
  readonly target: string
  readonly many: boolean
}

const shareable = new Set<string>(modelKinds)
const isEntered = ({ options, kind }: Field) => !options.derived && options.by !== 'server' && kind !== 'identifier'

/** The models that a model names. */
export const partsOf = ({ fields }: EntityDef): Part[] =>
  Object.entries(fields).flatMap(([field, { kind, options }]) =>
    (kind === 'links' || kind === 'ref') && !options.derived && shareable.has(options.entity ?? '')
      ? [{ field, target: options.entity ?? '', many: kind === 'links' }]
      : [],
  )

/** What a copy takes over as it is: all that is said of a model but its name for the program, whether it is put away, and other rows. */
export const plainFields = ({ fields }: EntityDef): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => isEntered(field) && name !== 'archived' && field.kind !== 'links' && field.kind !== 'ref')

/** The columns of these, and the texts in further languages. */
export const plainColumns = (def: EntityDef): string[] => [...plainFields(def).flatMap(([name, field]) => columnsOf(name, field)), 'translations']
