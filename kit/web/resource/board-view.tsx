import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Query } from '#kit/web/api/client.ts'
import { Board } from '#kit/web/board/board.tsx'
import type { CardContent } from '#kit/web/board/board.tsx'
import { lookOfChoice } from '#kit/web/kinds/choice-look.ts'
import { kinds } from '#kit/web/kinds/kinds.ts'
import type { ListState, RowId } from '#kit/web/table/list-state.ts'
import { pageQuery, withFilter } from '#kit/web/table/list-state.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { useFieldContexts, valueOf } from './entity-columns.tsx'
import { pageQueryOf, updateRow } from './list-api.ts'
import type { AnyRow } from './presentation.ts'

/** A board of an entity's rows, in the columns of one of its choices. */
export interface BoardOptions<R = AnyRow> {
  /** The choice whose values are the columns. */
  readonly by: string
  readonly card?: (row: R) => CardContent
  readonly canMove?: (row: R, to: string) => boolean
  /** In place of writing the field, for transitions with rules of their own; must throw when refused. */
  readonly onMove?: (row: R, to: string) => Promise<unknown>
}

interface BoardViewProps {
  readonly entity: EntityDef
  readonly label: string
  readonly state: ListState
  readonly params: Query
  readonly options: BoardOptions
  readonly onOpen: (id: RowId) => void
  readonly onAdd: ((column: string) => void) | undefined
}

const step = 60

/** Every column is a page of its own, so that its count is exact and a long one does not hold up the others. */
export function BoardView({ entity, label, state, params, options, onOpen, onAdd }: BoardViewProps) {
  const { by } = options
  const contextOf = useFieldContexts(entity)
  const context = contextOf(by)
  const [asked, setAsked] = useState<Readonly<Record<string, number>>>({})
  const wanted = state.filters.find((filter) => filter.name === by)?.selected_options
  const values = (context.field.options.values ?? []).filter((value) => !wanted || wanted.includes(value))
  const pages = useQueries({
    queries: values.map((value) => {
      const filters = withFilter(state.filters, by, [value])
      return pageQueryOf(entity, pageQuery({ ...state, filters, page: 1, per_page: asked[value] ?? step }), params)
    }),
  })
  const card = useMemo(() => options.card ?? ((row: AnyRow) => derivedCard(entity, contextOf, by, row)), [options.card, entity, contextOf, by])
  const failed = pages.find((page) => page.error)
  if (failed) return <ErrorState reason={failed.error} onRetry={() => void Promise.all(pages.map((page) => page.refetch()))} />
  if (pages.some((page) => page.isPending)) return <SkeletonRows count={12} />
  const columns = values.map((value, index) => {
    const look = lookOfChoice(context, value)
    const rows = pages[index]?.data?.objects ?? []
    const total = pages[index]?.data?.total ?? 0
    return {
      value,
      label: context.words.choice(by, value),
      glyph: look ? <StatusGlyph glyph={look.glyph} /> : undefined,
      rows,
      total,
      more: rows.length < total ? () => setAsked((before) => ({ ...before, [value]: (before[value] ?? step) + step })) : undefined,
    }
  })
  const move = options.onMove ?? ((row: AnyRow, to: string) => updateRow(entity, row, { [by]: to }))
  return <Board label={label} columns={columns} card={card} onOpen={(row) => onOpen(row.id)} onMove={move} {...(options.canMove ? { canMove: options.canMove } : {})} onAdd={onAdd} />
}

/** Title, identifier, the first tags, and up to three more of the list's columns. */
function derivedCard(entity: EntityDef, contextOf: ReturnType<typeof useFieldContexts>, by: string, row: AnyRow): CardContent {
  const shown = entity.list.columns.filter((name) => name !== by && name !== entity.title && name !== 'identifier')
  const tagged = shown.find((name) => contextOf(name).field.kind === 'links')
  const tags = tagged ? (valueOf(row, tagged) as { name: string }[] | undefined) : undefined
  const facts = shown.filter((name) => name !== tagged && ['ref', 'date', 'choice', 'integer'].includes(contextOf(name).field.kind)).slice(0, 3)
  return {
    title: String(valueOf(row, entity.title) ?? ''),
    identifier: valueOf(row, 'identifier') as string | null,
    tags: tags?.slice(0, 3).map((tag) => tag.name) ?? [],
    footer: facts.map((name) => {
      const context = contextOf(name)
      return <span key={name}>{kinds[context.field.kind].cell(context)(valueOf(row, name), row)}</span>
    }),
  }
}
