import type { EntityDef } from './entity.ts'

interface ShownChoice {
  /** The field whose word it is. */
  readonly name: string
  readonly value: unknown
}

/** What stands where a row shows a choice: «Expired» says more than «Closed». */
export function endingOf(entity: EntityDef, name: string, row: unknown): ShownChoice {
  const values = (typeof row === 'object' && row !== null ? row : {}) as Readonly<Record<string, unknown>>
  const ending = entity.fields[name]?.options.ending
  return ending !== undefined && typeof values[ending] === 'string' ? { name: ending, value: values[ending] } : { name, value: values[name] }
}
