import type { LucideIcon } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import type { EntityDef, RowOf } from '#kit/contract/entity.ts'
import type { FieldContext, Tones } from '#kit/web/kinds/kind.ts'
import { setLooks } from '#kit/contract/status-looks.ts'
import type { FilterControlProps } from '#kit/web/table/columns.ts'

/** A row of some entity, where its fields are reached by name. */
export type AnyRow = RowOf<EntityDef>

/** A cell of the area's own in place of the kind's; undefined leaves it to that. */
export type CellOf<R> = (row: R) => ReactNode

/** By the name of a field, or of what every row has. */
type ByField<E extends EntityDef, T> = string extends keyof E['fields']
  ? Readonly<Record<string, T>>
  : Readonly<Partial<Record<(keyof E['fields'] & string) | 'created_at' | 'created_by' | 'updated_at' | 'updated_by', T>>>
export type CellsOf<E extends EntityDef> = ByField<E, CellOf<RowOf<E>>>

/** How an entity looks wherever it is shown; declared once per entity in `areas/<area>/web`. */
export interface Presentation<E extends EntityDef = EntityDef> {
  readonly icon?: LucideIcon
  /** Looks of choices by field, then value: the badges of lists, panels, boards and charts. */
  readonly tones?: ByField<E, Tones[string]>
  readonly cells?: CellsOf<E>
  /** A sign before the date of a row on a phone, where no columns tell it: that of a level, by its field, or one as wide as an icon or a word, and named. */
  readonly sign?: (keyof E['fields'] & string) | CellOf<RowOf<E>>
  /** What ends the first line of a row on a phone where its list has no date: the figure that the list is read for. */
  readonly figure?: CellOf<RowOf<E>>
  /** What a row says on a phone in place of its name and of the facts below it, where its fields say too little. */
  readonly phone?: Readonly<Record<'name' | 'facts', ComponentType<{ readonly row: RowOf<E> }>>>
  /** Fields without which a rule refuses another one, by that one's name: both are asked for when several rows are changed at once. */
  readonly along?: ByField<E, readonly (keyof E['fields'] & string)[]>
  /** Values in words where the kind cannot say them, for the history. */
  readonly says?: ByField<E, (context: FieldContext) => (value: unknown) => string>
  /** Filters of the area's own in place of the kind's. */
  readonly filters?: ByField<E, ComponentType<FilterControlProps>>
  /** Where a column stands, when its cell is not of the kind's own sort. */
  readonly align?: ByField<E, 'start' | 'end'>
  /** Pixels that a row takes in the area's own cells, where their words alone say too little. */
  readonly takes?: ByField<E, (context: FieldContext) => (row: RowOf<E>) => number>
  /** Column widths in pixels where the kind's own does not suit. */
  readonly widths?: ByField<E, number>
  /** Asks whether a row is to be deleted, where there is more to know than its name; true only when the person agreed. */
  readonly askRemoval?: (row: RowOf<E>) => Promise<boolean>
}

const known = new Map<string, Presentation>()

/** Says how an entity looks; the last word counts. */
export function definePresentation<E extends EntityDef>(entity: E, presentation: Presentation<E>): Presentation<E> {
  // One look for a status, wherever it is shown.
  for (const [field, values] of Object.entries(presentation.tones ?? {})) if (values) setLooks(`${entity.name}.${field}`, values)
  known.set(entity.name, presentation as unknown as Presentation) // rows of an entity are only ever given to its own presentation
  return presentation
}

/** How an entity looks; nothing special when nobody said so. */
export const presentationOf = (entity: { readonly name: string }): Presentation => known.get(entity.name) ?? {}
