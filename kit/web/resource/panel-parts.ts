import type { ComponentType, ReactNode } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import type { FormValues } from './form-values.ts'
import type { AnyRow } from './presentation.ts'
import type { EntityFormState } from './use-entity-form.ts'
import type { Verb } from './verbs.tsx'

/** A tab of the area's own in a record panel. */
export interface PanelTab<R = AnyRow> {
  readonly value: string
  readonly label: string
  readonly count?: (row: R) => number | undefined
  readonly show?: (row: R) => boolean
  /** Stands before the details and is what is seen first. */
  readonly first?: boolean
  /** It can be shown as of a day gone by, which it asks `useAsOf` for; the others are not there then. */
  readonly past?: true
  readonly Content: ComponentType<{ row: R }>
}

/** What verbs may do with the panel that they stand in. */
export interface PanelMoves<R = AnyRow> {
  /** The rows around the open one. */
  readonly rows: readonly R[]
  readonly open: (id: RowId) => void
  readonly showTab: (value: string) => void
}

/** What an area may say of its entity's panel; everything else is derived. */
export interface PanelParts<R = AnyRow> {
  /** Between Details and History. */
  readonly tabs?: readonly PanelTab<R>[]
  /** Below the title, in place of the badges of the entity's choices. */
  readonly header?: (row: R) => ReactNode
  /** In place of the derived form; `state` has everything that the form needs. It is drawn `disabled` to be read: then no field stands in it. */
  readonly Details?: ComponentType<{ state: EntityFormState; disabled: boolean }>
  /** What can be done with the row as it stands, below its title; whoever may do nothing sees none. */
  readonly verbs?: (row: R, panel: PanelMoves<R>) => readonly Verb[]
  /** Whether the row as it stands may be changed by whoever has the right to; what the derived form says otherwise. */
  readonly mayEdit?: (row: R) => boolean
  readonly comments?: boolean
  /** It stands beside its list, whose columns make room, in place of over it. */
  readonly docked?: true
  /** `false` where a tab of the area's own shows what is linked. */
  readonly linked?: boolean
  /** Whoever reads it may follow it. */
  readonly follow?: true
  /** On a page of its own it takes the whole width. */
  readonly wide?: boolean
}

export interface RecordPanelProps {
  readonly entity: EntityDef
  /** `new` adds a row. */
  readonly id: RowId
  /** The rows around it, for previous and next; the row itself is shown from here until it is fetched. */
  readonly rows?: readonly AnyRow[]
  readonly initial?: FormValues | undefined
  readonly parts?: PanelParts | undefined
  /** Opens another row, or closes. */
  readonly onOpen: (id: RowId | undefined) => void
  /** The address of the row on a page of its own. */
  readonly pageOf?: ((id: RowId) => string) | undefined
  /** Fills the page instead of standing over a table. */
  readonly page?: boolean
  /** What asked for it to be changed, and not to be read: each one opens the form. */
  readonly edit?: object | true | undefined
  /** The row as it stood at the end of this day, with what was linked, said and done by then; nothing to change. */
  readonly asOf?: string | undefined
}
