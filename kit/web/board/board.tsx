import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useMoves } from '#kit/web/ui/use-moves.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { TableRow } from '#kit/web/table/columns.ts'
import css from './board.module.css'
import type { BoardProps } from './board-parts.ts'
import { BoardColumn } from './board-column.tsx'
import { arrange } from './arrange.ts'

const byRight = (row: TableRow) => Boolean(row.edit_right)

/** Cards in columns of a choice; moved by drag, by the card's menu, or by Alt and the arrows. */
export function Board<T extends TableRow>({ label, columns, card, onOpen, onMove, canMove = byRight, onAdd }: BoardProps<T>) {
  const t = useWords('kit')
  const [announcement, setAnnouncement] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const refocus = useRef<string | undefined>(undefined)
  const moves = useMoves<T, string>((id) => columns.flatMap(({ rows }) => rows).find((row) => row.id === id), onMove)
  const { moved } = moves
  const arranged = arrange(columns, moved)

  const move = async (row: T, to: string) => {
    const from = arranged.find((column) => column.rows.includes(row))
    const target = columns.find((column) => column.value === to)
    if (!target || !from || from.value === to || !canMove(row, to)) return
    setAnnouncement(t('board.moved', { name: card(row).title, column: target.label }))
    // The caller has said why it refuses; here the card only goes back.
    if (!(await moves.move(row, to))) setAnnouncement(t('board.moved_back', { name: card(row).title, column: from.label }))
  }

  const latest = useRef({ arranged, move })
  latest.current = { arranged, move }
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => {
          const to = location.current.dropTargets[0]?.data.column
          const row = latest.current.arranged.flatMap((column) => column.rows).find((r) => String(r.id) === source.data.card)
          if (row && typeof to === 'string') void latest.current.move(row, to)
        },
      }),
    [],
  )

  // A card that changes column is another element: focus follows it when the keyboard moved it.
  useLayoutEffect(() => {
    if (refocus.current === undefined) return
    root.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(refocus.current)}"] h3 button`)?.focus()
    refocus.current = undefined
  }, [moved])

  const step = (row: T, from: string, by: -1 | 1) => {
    const at = columns.findIndex((column) => column.value === from)
    const to = columns.slice(by === 1 ? at + 1 : 0, by === 1 ? undefined : at)
    const next = (by === 1 ? to : to.toReversed()).find((column) => canMove(row, column.value))
    if (!next) return
    refocus.current = String(row.id)
    void move(row, next.value)
  }

  return (
    <div ref={root} className={css.board} role="group" aria-label={label}>
      {arranged.map((column) => (
        <BoardColumn
          key={column.value}
          column={column}
          columns={columns}
          card={card}
          canMove={canMove}
          onOpen={onOpen}
          onMove={(row, to) => void move(row, to)}
          onStep={(row, by) => step(row, column.value, by)}
          onAdd={onAdd}
        />
      ))}
      <VisuallyHidden>
        <span aria-live="polite">{announcement}</span>
      </VisuallyHidden>
    </div>
  )
}
