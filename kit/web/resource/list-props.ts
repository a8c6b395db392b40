import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntityDef, RowOf } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Query } from '#kit/web/api/client.ts'
import type { CardContent } from '#kit/web/board/board-parts.ts'
import type { BarContent } from '#kit/web/gantt/gantt.tsx'
import type { BulkAction, RowAction } from '#kit/web/table/columns.ts'
import type { ListDefaults, ListState, RowId } from '#kit/web/table/list-state.ts'
import type { FormValues } from './form-values.ts'
import type { AnyRow, CellOf, Presentation } from './presentation.ts'
import type { PanelParts } from './record-panel.tsx'
import type { CountedTabs } from './use-counted-tabs.ts'

/** A board of an entity's rows, in the columns of one of its choices. */
export interface BoardOptions<R = AnyRow> {
  /** The choice whose values are the columns. */
  readonly by: string
  /** A reference whose initials stand on the card. */
  readonly who?: string
  /** Replaces any part of the derived card. */
  readonly card?: (row: R) => Partial<CardContent>
  readonly canMove?: (row: R, to: string) => boolean
  /** In place of writing the field, for transitions with rules of their own; must throw when refused. */
  readonly onMove?: (row: R, to: string) => Promise<unknown>
}

/** A gantt of an entity's rows. */
export interface GanttOptions<R = AnyRow> {
  /** Date fields. */
  readonly start: string
  readonly end: string
  /** The choice that gives the bar its tone. */
  readonly status?: string
  /** A percentage drawn inside the bar. */
  readonly progress?: string
  /** A reference shown beside the name. */
  readonly who?: string
  /** Replaces any part of what is derived from the fields above. */
  readonly bar?: (row: R) => Partial<BarContent>
  readonly canMove?: (row: R) => boolean
  /** In place of writing the dates, where a move needs more than that; must throw when it does not happen. */
  readonly onMove?: (row: R, dates: Readonly<Record<string, string>>) => Promise<unknown>
  readonly links?: (rows: readonly R[]) => readonly { readonly from: RowId; readonly to: RowId }[]
}

/** What a view of an area's own is given. */
export interface ViewContext {
  readonly state: ListState
  readonly params: Query
  readonly onOpen: (id: RowId) => void
  /** The address at which this list shows the rows that a figure of the view counts. */
  readonly rowsOf: (filters: readonly Filter[]) => string
}

/** A view of an area's own beside list, board and gantt. */
export interface OwnView {
  readonly label: string
  readonly icon?: LucideIcon
  readonly render: (context: ViewContext) => ReactNode
}

export interface ListPageProps<E extends EntityDef> {
  readonly entity: E
  /** Tells two lists of one entity apart in saved views and settings; the entity's name otherwise. */
  readonly list?: string
  /** Added to the query of every call of the list, such as `as_of`. */
  readonly params?: Query
  /** Always on, never shown: the plan whose actions these are. */
  readonly fixed?: readonly Filter[]
  /** Filters and sort of a first visit. */
  readonly defaults?: ListDefaults
  /** Values of a new row. */
  readonly initial?: FormValues
  readonly views?: { readonly board?: BoardOptions<RowOf<E>>; readonly gantt?: GanttOptions<RowOf<E>> } & {
    readonly [name: string]: OwnView | BoardOptions<RowOf<E>> | GanttOptions<RowOf<E>> | undefined
  }
  /** Beside Edit and Delete, which every row has by its rights. */
  readonly rowActions?: readonly RowAction<RowOf<E>>[]
  readonly bulkActions?: readonly BulkAction<RowOf<E>>[]
  readonly cells?: Readonly<Record<string, CellOf<RowOf<E>>>>
  readonly tones?: Presentation['tones']
  readonly panel?: PanelParts<RowOf<E>>
  /** Opens a row somewhere else than in the panel. */
  readonly onOpen?: (row: RowOf<E>) => void
  /** Buttons of the area's own before «New». */
  readonly tools?: ReactNode
  /** A choice whose values stand as tabs above the list, each with its count. */
  readonly tabs?: CountedTabs
  readonly multiSort?: boolean
  /** Whether the filters stand below the headings at first; they do unless it is said. */
  readonly filterRow?: boolean
  readonly exporting?: boolean
  /** Between the toolbar and the table. */
  readonly children?: ReactNode
}

/** A list page without its entity's type: rows only ever go back to the callbacks that came with them. */
export type AnyListProps = ListPageProps<EntityDef>
