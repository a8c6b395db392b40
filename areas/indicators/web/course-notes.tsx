import { MessageSquarePlus, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { indicator, longestNote, mostNotes, type IndicatorNote } from '#areas/indicators/contract/indicator.ts'
import { nameOf } from '#areas/metrics/web/index.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import css from './course-notes.module.css'
import type { Chosen, ShownBoard } from './indicator-api.ts'
import type { Indicator } from './presentation.tsx'

/** The notes of the periods that a board shows, numbered in the order of time. */
export const notesShown = (row: Indicator, { periods }: ShownBoard): readonly IndicatorNote[] =>
  (row.notes ?? []).filter(({ period }) => periods.some(({ start }) => start === period))

interface Props {
  readonly row: Indicator
  readonly board: ShownBoard
  readonly chosen: Chosen | undefined
}

/** What explains a course, by its numbers; whoever says what is computed says it for the period that is chosen. */
export function CourseNotes({ row, board, chosen }: Props) {
  const t = useWords('indicators')
  const language = useLanguage()
  const [open, setOpen] = useState<string>()
  const notes = notesShown(row, board)
  const named = (period: string) => nameOf(board.periodicity, period, language)
  const put = (period: string, text: string | null) =>
    updateRow(indicator, row, { notes: [...(row.notes ?? []).filter((note) => note.period !== period), ...(text === null ? [] : [{ period, text }])] })
  const may = row.edit_right && (row.notes ?? []).length < mostNotes && chosen !== undefined && notes.every(({ period }) => period !== chosen.period)
  if (notes.length === 0 && !may) return null
  return (
    <Row wrap align="center" gap={8} above={8} size={12} tone="soft" className={css.notes}>
      {notes.length > 0 ? (
        <Row gap={12} rowGap={4} as="ol" wrap aria-label={t('notes.title')}>
          {notes.map(({ period, text }) => (
            <Row as="li" align="center" gap={4} key={period}>
              <span>{t('notes.one', { period: named(period), text })}</span>
              {row.edit_right ? (
                <>
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={t('notes.edit', { period: named(period) })}
                    icon={<Pencil size={12} aria-hidden />}
                    onClick={() => setOpen(period)}
                  />
                  <Button
                    variant="subtle"
                    size="sm"
                    aria-label={t('notes.remove', { period: named(period) })}
                    icon={<Trash2 size={12} aria-hidden />}
                    onClick={() => void put(period, null).catch(() => {})}
                  />
                </>
              ) : null}
            </Row>
          ))}
        </Row>
      ) : null}
      {may ? (
        <Button variant="link" size="sm" icon={<MessageSquarePlus size={14} aria-hidden />} onClick={() => setOpen(chosen.period)}>
          {`${t('notes.add')} ${named(chosen.period)}`}
        </Button>
      ) : null}
      {open === undefined ? null : (
        <NoteDialog
          title={t('notes.of', { period: named(open) })}
          before={notes.find(({ period }) => period === open)?.text ?? ''}
          send={(text) => put(open, text)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Row>
  )
}

interface DialogProps {
  readonly title: string
  readonly before: string
  readonly send: (text: string) => Promise<unknown>
  readonly onClose: () => void
}

function NoteDialog({ title, before, send, onClose }: DialogProps) {
  const t = useWords('indicators')
  const [text, setText] = useState(before)
  return (
    <FormDialog
      title={title}
      action={t('notes.save')}
      complete={text.trim() !== ''}
      onClose={onClose}
      send={async () => {
        await send(text.trim())
        return undefined
      }}
    >
      <TextInput label={t('notes.text')} value={text} maxLength={longestNote} onChange={(event) => setText(event.target.value)} />
    </FormDialog>
  )
}
