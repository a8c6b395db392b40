import { useContext } from 'react'
import type { AnswerCell, RowsAnswer } from '#kit/contract/source.ts'
import { recordAddress } from '#kit/web/figure-link.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import css from './blocks.module.css'
import { FiguresOf, useListOf } from './opened-lists.ts'
import { Tinted } from './tinted.tsx'

/** A cell of a list: its word in its colour, its day as the reader writes it. */
export function Cell({ cell }: { readonly cell: AnswerCell }) {
  const format = useFormat()
  if (cell === null) return <>–</>
  if (typeof cell === 'number') return <>{format.number(cell)}</>
  if (typeof cell === 'string') return <>{cell}</>
  if (cell.day !== null) return <>{cell.day.length > 10 ? format.dateTime(cell.day) : format.date(cell.day)}</>
  return cell.tint === null ? <>{cell.text}</> : <Tinted tint={cell.tint}>{cell.text}</Tinted>
}

interface RowsProps {
  readonly answer: RowsAnswer
  /** Numbered, the first ones of a list. */
  readonly ranked: boolean
  readonly title: string
  readonly opens: boolean
}

/** Rows of a list, each of which opens its record; the foot leads to all of them. */
export function RowsView({ answer, ranked, title, opens }: RowsProps) {
  const t = useWords('reporting')
  const format = useFormat()
  const listOf = useListOf(opens)
  const on = useContext(FiguresOf)
  const { columns, rows, total, opens: link } = answer
  if (rows.length === 0) return <EmptyState title={t('view.nothing')} />
  const all = total > rows.length ? listOf(link) : undefined
  return (
    <>
      <div className={css.scroll} tabIndex={0} role="group" aria-label={title}>
        <table className={css.table}>
          <thead>
            <tr>
              {ranked ? <th scope="col">{t('view.rank')}</th> : null}
              {columns.map(({ name, label, align }) => (
                <th key={name} scope="col" data-align={align}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => {
              const to = opens && link && row.id !== null ? recordAddress(link.entity, row.id, on) : undefined
              return (
                <tr key={row.id ?? n}>
                  {ranked ? <td className={css.rank}>{n + 1}</td> : null}
                  {row.cells.map((cell, at) => (
                    <td key={columns[at]?.name ?? at} data-align={columns[at]?.align}>
                      {at === 0 && to ? (
                        <Link to={to}>
                          <Cell cell={cell} />
                        </Link>
                      ) : (
                        <Cell cell={cell} />
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {all ? (
        <Link to={all} className={css.all}>
          {t('view.all', { count: total, shown: format.number(total) })}
        </Link>
      ) : total > rows.length ? (
        <p className={css.more}>{t('view.shown_of', { shown: format.number(rows.length), total: format.number(total) })}</p>
      ) : null}
    </>
  )
}
