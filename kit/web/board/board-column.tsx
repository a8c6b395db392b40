import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { Ellipsis, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { canOpen } from '#kit/web/table/columns.ts'
import type { TableRow } from '#kit/web/table/columns.ts'
import { Menu, MenuGroup, MenuItem } from '#kit/web/ui/menu.tsx'
import type { BoardProps, ColumnOfBoard } from './board-parts.ts'
import css from './board.module.css'

/** Cards drawn per column before «Show more»; a board of thousands stays quick. */
const cap = 60

interface ColumnProps<T extends TableRow> extends Pick<Required<BoardProps<T>>, 'card' | 'canMove' | 'onOpen' | 'columns'>, Pick<BoardProps<T>, 'onAdd'> {
  readonly column: ColumnOfBoard<T>
  readonly onMove: (row: T, to: string) => void
  readonly onStep: (row: T, by: -1 | 1) => void
}

/** One column: its count, its cards, and what a dragged card is dropped on. */
export function BoardColumn<T extends TableRow>({ column, columns, onAdd, ...card }: ColumnProps<T>) {
  const t = useWords('kit')
  const format = useFormat()
  const list = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [shown, setShown] = useState(cap)
  useEffect(() => {
    if (!list.current) return undefined
    return dropTargetForElements({
      element: list.current,
      getData: () => ({ column: column.value }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    })
  }, [column.value])
  const rows = column.rows.slice(0, shown)
  const hidden = column.total - rows.length
  const showMore = () => {
    setShown(shown + cap)
    if (shown + cap > column.rows.length) column.more?.()
  }
  return (
    <section className={css.column} data-over={over || undefined} aria-label={column.label}>
      <header>
        {column.glyph}
        <h2>{column.label}</h2>
        <b>{format.number(column.total)}</b>
        {onAdd ? (
          <button type="button" className={css.icon} aria-label={t('board.add', { column: column.label })} onClick={() => onAdd(column.value)}>
            <Plus size={14} aria-hidden />
          </button>
        ) : null}
      </header>
      <div ref={list} className={css.list} tabIndex={0} role="group" aria-label={t('board.cards', { column: column.label })}>
        {rows.map((row) => (
          <Card key={row.id} row={row} column={column.value} columns={columns} {...card} />
        ))}
        {hidden > 0 && (rows.length < column.rows.length || column.more) ? (
          <button type="button" className={css.more} onClick={showMore}>
            {t('board.show_more', { count: Math.min(cap, hidden) })}
          </button>
        ) : null}
      </div>
    </section>
  )
}

interface CardProps<T extends TableRow> extends Omit<ColumnProps<T>, 'column' | 'onAdd'> {
  readonly row: T
  readonly column: string
}

function Card<T extends TableRow>({ row, column, columns, card, canMove, onOpen, onMove, onStep }: CardProps<T>) {
  const t = useWords('kit')
  const element = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState(false)
  const { title, identifier, tags = [], body, footer } = card(row)
  const targets = columns.filter((c) => c.value !== column && canMove(row, c.value))
  const movable = targets.length > 0
  const id = String(row.id)
  useEffect(() => {
    if (!element.current || !movable) return undefined
    return draggable({
      element: element.current,
      getInitialData: () => ({ card: id }),
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    })
  }, [id, movable])
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowLeft: -1 as const, ArrowRight: 1 as const }[event.key] : undefined
    if (!by) return
    event.preventDefault()
    onStep(row, by)
  }
  return (
    <article
      ref={element}
      className={css.card}
      data-card={id}
      data-movable={movable || undefined}
      data-dragged={dragged || undefined}
      aria-label={identifier ? `${identifier} ${title}` : title}
      onKeyDown={onKeyDown}
    >
      <div className={css.top}>
        <span>{identifier}</span>
        {movable ? (
          <Menu
            label={t('board.move_to')}
            placement="bottom-end"
            trigger={(trigger) => (
              <button type="button" className={css.icon} data-on-hover aria-label={t('board.move', { name: title })} {...trigger}>
                <Ellipsis size={14} aria-hidden />
              </button>
            )}
          >
            <MenuGroup label={t('board.move_to')}>
              {targets.map((target) => (
                <MenuItem key={target.value} icon={target.glyph} onSelect={() => onMove(row, target.value)}>
                  {target.label}
                </MenuItem>
              ))}
            </MenuGroup>
          </Menu>
        ) : null}
      </div>
      <h3>
        {canOpen(row) ? (
          <button type="button" aria-keyshortcuts={movable ? 'Alt+ArrowLeft Alt+ArrowRight' : undefined} onClick={() => onOpen(row)}>
            {title}
          </button>
        ) : (
          title
        )}
      </h3>
      {tags.length ? (
        <div className={css.tags}>
          {tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
        </div>
      ) : null}
      {body}
      {footer ? <div className={css.meta}>{footer}</div> : null}
    </article>
  )
}
