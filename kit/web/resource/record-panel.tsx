import { X } from 'lucide-react'
import { useCallback, useLayoutEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRecordTitle } from '#kit/web/page-title.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { rememberFocus } from '#kit/web/ui/keep-focus.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { nameOfRow, titleOf } from './entity-columns.tsx'
import { useRecord } from './list-api.ts'
import { OpenRecord, type Leaving } from './open-record.tsx'
import type { RecordPanelProps } from './panel-parts.ts'
import type { AnyRow } from './presentation.ts'
import css from './record-panel.module.css'

const noRows: readonly AnyRow[] = []

/** One row beside its list: a page to read with what is linked, its history and comments, or the form that takes its place; not modal, so that the list stays in use. */
export function RecordPanel(props: RecordPanelProps) {
  const { entity, id, rows = noRows, onOpen, page = false, asOf } = props
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const isNew = id === 'new'
  const record = useRecord(entity, isNew ? undefined : id, asOf)
  const known = record.data ?? rows.find((row) => String(row.id) === String(id))
  const panel = useRef<HTMLElement>(null)
  const keys = useRef<((event: KeyboardEvent) => void) | undefined>(undefined)
  const step = useRef<-1 | 1 | undefined>(undefined)
  const leaving = useRef<Leaving | undefined>(undefined)
  const close = useCallback(() => (leaving.current ? leaving.current('closed') : onOpen(undefined)), [onOpen])
  const escape = useCallback(() => (leaving.current ? leaving.current('escaped') : onOpen(undefined)), [onOpen])
  // Wherever the focus is: after a row beside the panel was pressed it is still in the table.
  useLayer('panel', true, escape)
  useRecordTitle(isNew ? words.new : known && nameOfRow(entity, known), close)
  // Focus comes in with the panel, and goes back to where it was; a link to the record leads to the page's heading instead, which bears its name, and a popup opened meanwhile stays open.
  useLayoutEffect(() => {
    const element = panel.current
    const giveBack = rememberFocus()
    if (!document.activeElement?.closest('h1, dialog, [popover]')) element?.focus()
    return () => giveBack(element ?? undefined)
  }, [])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      onKeyDown={(event) => keys.current?.(event)}
      className={css.panel}
      data-page={page || undefined}
      data-wide={(page && props.parts?.wide) || undefined}
      aria-label={isNew ? words.new : words.one}
    >
      {isNew || record.data ? (
        <OpenRecord key={`${id} ${asOf ?? ''}`} {...props} row={isNew ? undefined : record.data} keys={keys} stepped={step} leaving={leaving} />
      ) : (
        <>
          <header className={css.head}>
            <span className={css.space} />
            <IconButton label={t('record.close')} onClick={() => onOpen(undefined)}>
              <X size={16} />
            </IconButton>
          </header>
          {known ? <h2 className={css.title}>{titleOf(entity, known)}</h2> : null}
          {record.error ? <ErrorState reason={record.error} onRetry={() => void record.refetch()} /> : <SkeletonRows count={8} />}
        </>
      )}
    </section>
  )
}
