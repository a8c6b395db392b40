import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { FieldKind, Reference } from '#kit/contract/field.ts'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import type { Query } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { Board } from '#kit/web/board/board.tsx'
import type { CardContent } from '#kit/web/board/board-parts.ts'
import type { Column } from '#kit/web/table/columns.ts'
import type { ListState, RowId } from '#kit/web/table/list-state.ts'
import { pageQuery, withFilter } from '#kit/web/table/list-state.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { useBoardValues } from './board-columns.tsx'
import { fieldOf, useEntityColumns, useFieldContexts, valueOf } from './entity-columns.tsx'
import { pageQueryOf, updateRow } from './list-api.ts'
import type { BoardOptions } from './list-props.ts'
import type { AnyRow, CellOf } from './presentation.ts'

interface BoardViewProps {
  readonly entity: EntityDef
  readonly label: string
  readonly state: ListState
  readonly params: Query
  readonly options: BoardOptions
  readonly cells?: Readonly<Record<string, CellOf<AnyRow>>> | undefined
  readonly onOpen: (id: RowId) => void
  readonly onAdd: ((column: string | number) => void) | undefined
}

const step = 60

/** Every column is a page of its own, so that its count is exact and a long one does not hold up the others. */
export function BoardView({ entity, label, state, params, options, cells, onOpen, onAdd }: BoardViewProps) {
  const { by } = options
  const contextOf = useFieldContexts(entity)
  const context = contextOf(by)
  const [asked, setAsked] = useState<Readonly<Record<string, number>>>({})
  const wanted = state.filters.find((filter) => filter.name === by)?.selected_options
  const values = useBoardValues(context).filter(({ value }) => !wanted || wanted.includes(value))
  const pages = useQueries({
    queries: values.map(({ value }) => {
      const filters = withFilter(state.filters, by, [value])
      const queryOf = (per_page: number) => pageQueryOf(entity, pageQuery({ ...state, filters, page: 1, per_page }), params)
      const most = asked[value] ?? step
      // While more cards are on their way, those already here stay.
      return {
        ...queryOf(most),
        placeholderData: () => queryClient.getQueryData<PageAnswer<AnyRow>>(queryOf(most - step).queryKey),
      }
    }),
  })
  const all = useEntityColumns(entity, cells)
  const card = useMemo(() => (row: AnyRow) => ({ ...derivedCard(entity, all, options, row), ...options.card?.(row) }), [entity, all, options])
  const failed = pages.find((page) => page.error)
  if (failed) return <ErrorState reason={failed.error} onRetry={() => void Promise.all(pages.map((page) => page.refetch()))} />
  if (pages.some((page) => page.isPending)) return <SkeletonRows count={12} />
  const columns = values.map(({ value, label: named, glyph }, index) => {
    const rows = pages[index]?.data?.objects ?? []
    const total = pages[index]?.data?.total ?? 0
    return {
      value: String(value),
      label: named,
      glyph,
      rows,
      total,
      more: rows.length < total ? () => setAsked((before) => ({ ...before, [value]: (before[value] ?? step) + step })) : undefined,
    }
  })
  const valueAt = (column: string) => values.find(({ value }) => String(value) === column)?.value
  const move = options.onMove ?? ((row: AnyRow, to: string) => updateRow(entity, row, { [by]: valueAt(to) }))
  return (
    <Board
      label={label}
      columns={columns}
      card={card}
      onOpen={(row) => onOpen(row.id)}
      onMove={move}
      {...(options.canMove ? { canMove: options.canMove } : {})}
      onAdd={onAdd && ((column) => onAdd(valueAt(column) ?? column))}
    />
  )
}

/** Title and identifier, the first tags, the first other choice and date of the list, and who is in charge. */
function derivedCard(entity: EntityDef, columns: readonly Column<AnyRow>[], { by, who }: BoardOptions, row: AnyRow): CardContent {
  const first = (kind: FieldKind) => columns.find((column) => column.name !== by && fieldOf(entity, column.name).kind === kind)
  const tagged = first('links')
  const tags = tagged ? (valueOf(row, tagged.name) as readonly Reference[] | undefined) : undefined
  const person = who ? (valueOf(row, who) as Reference | null) : null
  return {
    title: String(valueOf(row, entity.title) ?? ''),
    identifier: valueOf(row, 'identifier') as string | null,
    tags: tags?.slice(0, 3).map((tag) => tag.name) ?? [],
    footer: (
      <>
        <span>{first('choice')?.cell(row)}</span>
        <span>{first('date')?.cell(row)}</span>
        {person ? (
          <span title={person.name}>
            <Avatar name={person.name} />
            <VisuallyHidden>{person.name}</VisuallyHidden>
          </span>
        ) : null}
      </>
    ),
  }
}
