import type { Field } from './field.ts'

/** A row of one of several entities, as a write names it. */
export interface NamedRow<E extends string = string> {
  readonly entity: E
  readonly id: number
}

/** The column of a reference to one of several entities that is filled when it names a row of this one. */
export const oneOfColumn = (name: string, entity: string) => `${name}_${entity}_id`

/** The columns of such a reference, each with the entity that it is for. */
export const oneOfColumns = (name: string, { options }: Field): readonly { readonly entity: string; readonly column: string }[] =>
  (options.entities ?? []).map((entity) => ({ entity, column: oneOfColumn(name, entity) }))

/** The columns when it names a row, or none: the one is filled, all others are empty. */
export const oneOfIds = (name: string, field: Field, named: NamedRow | null): Readonly<Record<string, number | null>> =>
  Object.fromEntries(oneOfColumns(name, field).map(({ entity, column }) => [column, named?.entity === entity ? named.id : null]))

/** What a stored row names. */
export function storedOneOf(name: string, field: Field, row: Readonly<Record<string, unknown>> | undefined): NamedRow | null {
  for (const { entity, column } of oneOfColumns(name, field)) {
    const id = row?.[column]
    if (typeof id === 'number') return { entity, id }
  }
  return null
}

/** What is read, or `null`, as a write gives it back. */
export const namedRow = (value: unknown): NamedRow | null => {
  const { entity, id } = (value ?? {}) as Partial<NamedRow>
  return entity === undefined || id === undefined ? null : { entity, id }
}

/** A row in one word, as filters and selects name it: `incident:12`. */
export const rowWord = ({ entity, id }: NamedRow) => `${entity}:${id}`

/** The row that such a word names, if it is of one of a field's entities. */
export function rowOfWord({ options }: Field, word: unknown): NamedRow | null {
  const [, entity = '', digits = ''] = (typeof word === 'string' && /^([a-z][a-z0-9_]*):([1-9]\d{0,15})$/.exec(word)) || []
  const id = Number(digits)
  return options.entities?.includes(entity) && Number.isSafeInteger(id) ? { entity, id } : null
}
