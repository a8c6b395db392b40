import { ChevronLeft, ChevronRight, Ellipsis, X } from 'lucide-react'
import type { ChangeEvent, KeyboardEvent } from 'react'
import { useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { BulkAction, Selection } from './columns.ts'
import { gap, pageButtons } from './pages.ts'
import css from './table-footer.module.css'

interface FooterProps<T> {
  readonly page: number
  readonly perPage: number
  readonly perPageOptions?: readonly number[]
  readonly total: number
  /** Rows that match but that the reader may not open (TBL-19). */
  readonly hidden?: number | undefined
  readonly selection: Selection<T>
  readonly bulkActions: readonly BulkAction<T>[]
  readonly onPage: (page: number) => void
  readonly onPerPage: (perPage: number) => void
  readonly onClear: () => void
  /** Selects all that match, or as many as can be; given while there are more than are selected. */
  readonly all?: { readonly label: string; readonly run: () => void } | undefined
  /** Selects these alone. */
  readonly onKeep: (rows: readonly T[]) => void
}

/** Below the table: which rows these are, what can be done with the selected ones, and the pager. */
export function TableFooter<T>({
  page,
  perPage,
  perPageOptions = [20],
  total,
  hidden,
  selection,
  bulkActions,
  onPage,
  onPerPage,
  onClear,
  onKeep,
  all,
}: FooterProps<T>) {
  const t = useWords('kit')
  const pages = Math.max(1, Math.ceil(total / perPage))
  const from = total ? (page - 1) * perPage + 1 : 0
  const selected = [...selection.values()]
  return (
    <div className={css.footer}>
      <span className={css.count} role="status">
        {t('table.range', { from, to: Math.min(page * perPage, total), total })}
        {hidden ? <em>{t('table.hidden', { count: hidden })}</em> : null}
      </span>
      {selected.length ? (
        <span className={css.selection} role="group" aria-label={t('table.rows_selected', { count: selected.length })}>
          <b>{t('table.rows_selected', { count: selected.length })}</b>
          {bulkActions
            .filter((action) => action.show?.(selected) ?? true)
            .map((action) => (
              <button key={action.name} type="button" onClick={() => action.run(selected, onClear, onKeep)}>
                {action.label}
              </button>
            ))}
          {all ? (
            <button type="button" onClick={all.run}>
              {all.label}
            </button>
          ) : null}
          <button type="button" aria-label={t('table.clear_selection')} onClick={onClear}>
            <X size={13} aria-hidden />
          </button>
        </span>
      ) : null}
      <span className={css.space} />
      {perPageOptions.length > 1 ? (
        <select className={css.perPage} aria-label={t('table.rows_per_page')} value={perPage} onChange={(event) => onPerPage(Number(event.target.value))}>
          {[...new Set([...perPageOptions, perPage])].map((n) => (
            <option key={n} value={n}>
              {t('table.per_page', { count: n })}
            </option>
          ))}
        </select>
      ) : (
        <span className={css.perPageText}>{t('table.per_page', { count: perPage })}</span>
      )}
      <nav className={css.pager} aria-label={t('table.pages')}>
        <button type="button" aria-label={t('table.previous_page')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft size={14} aria-hidden />
        </button>
        {pageButtons(page, pages).map((button, i) =>
          button === gap ? (
            <span key={`gap${i}`} className={css.gap}>
              <Ellipsis size={12} aria-hidden />
            </span>
          ) : (
            <button
              key={button}
              type="button"
              aria-current={button === page ? 'page' : undefined}
              aria-label={t('table.page', { page: String(button) })}
              onClick={() => onPage(button)}
            >
              {button}
            </button>
          ),
        )}
        <button type="button" aria-label={t('table.next_page')} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <ChevronRight size={14} aria-hidden />
        </button>
        {pages > 7 ? <GoToPage pages={pages} onPage={onPage} /> : null}
      </nav>
    </div>
  )
}

/** Takes a whole number within 1 … pages and refuses anything else (TBL-33). */
function GoToPage({ pages, onPage }: { readonly pages: number; readonly onPage: (page: number) => void }) {
  const t = useWords('kit')
  const [text, setText] = useState('')
  const page = /^\d+$/.test(text) ? Number(text) : 0
  const valid = page >= 1 && page <= pages
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !valid) return
    onPage(page)
    setText('')
  }
  return (
    <input
      className={css.goTo}
      inputMode="numeric"
      aria-label={t('table.go_to_page')}
      title={t('table.page_out_of_range', { max: pages })}
      placeholder={t('table.page_short')}
      aria-invalid={text !== '' && !valid}
      value={text}
      onChange={(event: ChangeEvent<HTMLInputElement>) => setText(event.target.value.trim())}
      onKeyDown={onKeyDown}
      onBlur={() => setText('')}
    />
  )
}
