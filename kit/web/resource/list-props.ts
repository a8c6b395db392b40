import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntityDef, InputOf, RowBase, RowOf } from '#kit/contract/entity.ts'
import type { ChoiceNames, Field, NamesOf, Reference } from '#kit/contract/field.ts'
import type { ReportFormat } from '#kit/contract/report.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Query } from '#kit/web/api/client.ts'
import type { CardContent } from '#kit/web/board/board-parts.ts'
import type { BarContent } from '#kit/web/gantt/gantt.tsx'
import type { Address } from '#kit/web/route.ts'
import type { BulkAction, RowAction } from '#kit/web/table/columns.ts'
import type { ListChange, ListDefaults, ListState, RowId } from '#kit/web/table/list-state.ts'
import type { Way } from '#kit/web/ui/states.tsx'
import type { CellsOf, Presentation } from './presentation.ts'
import type { PanelParts } from './panel-parts.ts'
import type { CountedTabs } from './use-counted-tabs.ts'

/** A board of an entity's rows, in the columns of one of its choices, or of the levels of a scale. */
export interface BoardOptions<E extends EntityDef = EntityDef> {
  /** The field whose values are the columns. */
  readonly by: ChoiceNames<E['fields']> | NamesOf<E['fields'], Field & { readonly kind: 'scale' }>
  /** A reference whose initials stand on the card. */
  readonly who?: NamesOf<E['fields'], Field<Reference | null>>
  /** Replaces any part of the derived card. */
  readonly card?: (row: RowOf<E>) => Partial<CardContent>
  readonly canMove?: (row: RowOf<E>, to: string) => boolean
  /** In place of writing the field, for transitions with rules of their own; must throw when refused. */
  readonly onMove?: (row: RowOf<E>, to: string) => Promise<unknown>
}

/** A gantt of an entity's rows. */
export interface GanttOptions<E extends EntityDef = EntityDef> {
  /** Date fields. */
  readonly start: NamesOf<E['fields'], Field & { readonly kind: 'date' }>
  readonly end: NamesOf<E['fields'], Field & { readonly kind: 'date' }>
  /** The choice that gives the bar its tone. */
  readonly status?: ChoiceNames<E['fields']>
  /** A percentage drawn inside the bar. */
  readonly progress?: NamesOf<E['fields'], Field<number | null>>
  /** A reference shown beside the name. */
  readonly who?: NamesOf<E['fields'], Field<Reference | null>>
  /** Replaces any part of what is derived from the fields above. */
  readonly bar?: (row: RowOf<E>) => Partial<BarContent>
  readonly canMove?: (row: RowOf<E>) => boolean
  /** In place of writing the dates, where a move needs more than that; must throw when it does not happen. */
  readonly onMove?: (row: RowOf<E>, dates: Readonly<Record<string, string>>) => Promise<unknown>
  readonly links?: (rows: readonly RowOf<E>[]) => readonly { readonly from: RowId; readonly to: RowId }[]
}

/** What a view of an area's own is given. */
export interface ViewContext {
  readonly state: ListState
  readonly params: Query
  readonly onOpen: (id: RowId) => void
  readonly onChange: (change: ListChange) => void
  /** The rows that the view shows, in their order, for the panel to walk; without any it walks those of the list. */
  readonly onRows: (rows: readonly RowBase[] | undefined) => void
  /** The address at which this list shows the rows that a figure of the view counts. */
  readonly rowsOf: (filters: readonly Filter[]) => Address
}

/** A view of an area's own beside list, board and gantt. */
export interface OwnView {
  readonly label: string
  readonly icon?: LucideIcon
  /** It can be shown as of a day gone by, which it asks `useAsOf` for; the others are not offered then. */
  readonly past?: true
  readonly render: (context: ViewContext) => ReactNode
}

/** Whether a list has a view, now or as of a day: boards and the like are for working, the past is only read. */
export const hasView = (views: ViewsOf<EntityDef>, name: string, asOf: string | undefined): boolean => {
  const view = Object.hasOwn(views, name) ? views[name] : undefined
  return view !== undefined && (!asOf || ('past' in view && view.past === true))
}

/** The views of a list beside the list itself. */
export type ViewsOf<E extends EntityDef> = { readonly board?: BoardOptions<E>; readonly gantt?: GanttOptions<E> } & {
  readonly [name: string]: OwnView | BoardOptions<E> | GanttOptions<E> | undefined
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
  readonly initial?: Readonly<Partial<Record<(keyof E['fields'] & string) | keyof InputOf<E>, unknown>>>
  readonly views?: ViewsOf<E>
  /** Beside Edit and Delete, which every row has by its rights. */
  readonly rowActions?: readonly RowAction<RowOf<E>>[]
  readonly bulkActions?: readonly BulkAction<RowOf<E>>[]
  readonly cells?: CellsOf<E>
  readonly tones?: Presentation<E>['tones']
  readonly panel?: PanelParts<RowOf<E>>
  /** What its rows are grouped by: the settings of a group open beside the list. */
  readonly groups?: { readonly entity: EntityDef; readonly parts?: PanelParts }
  /** Opens a row somewhere else than in the panel. */
  readonly onOpen?: (row: RowOf<E>) => void
  /** Buttons of the area's own before «New». */
  readonly tools?: ReactNode
  /** What most rows are added by in place of the whole form, which stands with the area's own buttons. */
  readonly quick?: { readonly label: string; readonly icon: ReactNode; readonly run: () => void }
  /** What adding opens on a phone in place of the whole form. */
  readonly onPhoneNew?: () => void
  /** What that is called where it is no new row by hand. */
  readonly phoneNew?: string
  /** What leads on from the empty list rather than adding to it, for readers who may. */
  readonly way?: Way | undefined
  /** A choice whose values stand as tabs above the list, each with its count. */
  readonly tabs?: CountedTabs<E>
  readonly multiSort?: boolean
  /** Columns that say nothing as the list is asked now, so that nobody is offered them. */
  readonly without?: readonly string[]
  /** Whether filters stand below the headings at first; unless it is said they stand as chips above the list. */
  readonly filterRow?: boolean
  readonly exporting?: boolean
  /** `false` where rows keep no history to be read as of a day. */
  readonly past?: boolean
  /** `false` where the area has an import of its own. */
  readonly importing?: boolean
  /** Reports about what the list shows, below the exports: `/<entity>/<id>/<name>_report`, asked with the list's query, but where one is about the `whole` of what the list is part of. */
  readonly report?: { readonly path: string; readonly label: (format: ReportFormat) => string; readonly whole?: true }
  /** Between the toolbar and the table. */
  readonly children?: ReactNode
}

/** A list page without its entity's type: rows only ever go back to the callbacks that came with them. */
export type AnyListProps = ListPageProps<EntityDef>
