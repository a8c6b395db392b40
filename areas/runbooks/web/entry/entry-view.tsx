import { Undo2 } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react'
import { answersOf, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { useEntryRows, useOccurrences, type Occurrence } from '#areas/runbooks/web/occurrence-api.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { EntryDock, useDockFields } from './entry-dock.tsx'
import { EntryGrid } from './entry-grid.tsx'
import { EntryKeys, EntryStrip } from './entry-strip.tsx'
import { actOf, besideOf, between, lacks, monthsUntil } from './entry-model.ts'
import css from './entry.module.css'
import { useEntry } from './use-entry.ts'

type Whose = 'mine' | 'all'
const only = (name: string, ...selected_options: Filter['selected_options']): Filter => ({ name, selected_options })
/** What the grid says by itself. */
const own = new Set(['status', 'closed', 'late', 'soon', 'mine', 'period_start', 'due_date', 'done_date', 'decide_right'])

/** What is asked of the list, without what the grid is about: what waits whenever it was due, and what was answered in the months that are shown. */
function queriesOf(filters: readonly Filter[], whose: Whose, today: string) {
  const baseFilters = [...filters.filter(({ name }) => !own.has(name)), ...(whose === 'mine' ? [only('mine', true)] : [])]
  const [first = today] = monthsUntil(today)
  return {
    waiting: [...baseFilters, only('closed', false), only('period_start', { to: today })],
    answered: [
      ...baseFilters.filter(({ name }) => name !== 'periodicity'),
      only('closed', true),
      only('period_start', { from: first, to: today }),
      only('periodicity', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMESTERLY', 'YEARLY'),
    ],
    // Of what comes round every day, this month.
    daily: [
      ...baseFilters.filter(({ name }) => name !== 'periodicity'),
      only('closed', true),
      only('period_start', { from: `${today.slice(0, 7)}-01`, to: today }),
      only('periodicity', 'DAILY', 'HOURLY'),
    ],
  }
}

/** The grid in which what is due is answered by keyboard alone (RUN-28). */
export function EntryView({ filters, own: fixed = false }: { readonly filters: readonly Filter[]; readonly own?: boolean }) {
  const today = dayOf()
  const [whose, setWhose] = useState<Whose>('mine')
  const queries = useMemo(() => queriesOf(filters, whose, today), [filters, whose, today])
  const waiting = useEntryRows(queries.waiting, 'asc', 500)
  const answered = useEntryRows(queries.answered, 'desc', 1500)
  const daily = useEntryRows(queries.daily, 'desc', 500)
  const all = [waiting, answered, daily]
  const rows = useMemo(
    () => (waiting.data && answered.data && daily.data ? [...waiting.data, ...answered.data, ...daily.data] : undefined),
    [waiting.data, answered.data, daily.data],
  )
  const failed = all.find(({ error }) => error)
  if (failed) return <ErrorState reason={failed.error} onRetry={() => all.forEach(({ refetch }) => void refetch())} />
  if (!rows) return <SkeletonRows count={16} />
  return <Entry key={whose} rows={rows} today={today} whose={whose} fixed={fixed} onWhose={setWhose} />
}

interface EntryProps {
  readonly rows: readonly Occurrence[]
  readonly today: string
  readonly whose: Whose
  readonly fixed: boolean
  readonly onWhose: (whose: Whose) => void
}

const isWriting = (target: EventTarget) => target instanceof Element && target.closest('input:not([type=file]), textarea, select') !== null

function Entry({ rows, today, whose, fixed, onWhose }: EntryProps) {
  const t = useWords('runbooks')
  const language = useLanguage()
  const entry = useEntry(rows)
  const [current, setCurrent] = useState<number | undefined>(() => entry.next(undefined) ?? rows[0]?.id)
  const [anchor, setAnchor] = useState<number>()
  const [help, setHelp] = useState(false)
  const page = useRef<HTMLDivElement>(null)
  const fields = useDockFields()
  const row = current === undefined ? undefined : entry.byId.get(current)
  const draft = entry.draftOf(current ?? 0)
  // Files come in after their cell may have been left.
  const target = useRef(current)
  const { uploads, add } = useUploads((file) => {
    const id = target.current
    if (id !== undefined) entry.write(id, { files: [...entry.draftOf(id).files, file] })
  })
  const addFiles = (files: readonly File[]) => {
    if (!row || row.proof === 'NONE' || !entry.waits(row.id)) return entry.say(t('errors.proof_none'))
    target.current = row.id
    add(files)
  }
  const selected = useMemo(
    () => (anchor === undefined || current === undefined || anchor === current ? new Set<number>() : between(entry.books, anchor, current)),
    [anchor, current, entry.books],
  )
  const focusCell = (id: number | undefined = current) =>
    requestAnimationFrame(() => {
      const cell = page.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)
      cell?.focus({ preventScroll: true })
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
  const goTo = (id: number | undefined, extend = false) => {
    if (id === undefined) return
    setAnchor(extend ? (anchor ?? current) : undefined)
    setCurrent(id)
    focusCell(id)
  }
  // Keys work from the first moment.
  useEffect(() => void focusCell(), [])

  const toValues = () => fields.values.current?.querySelector('input')?.focus()
  const targets = selected.size > 1 ? [...selected].filter(entry.waits) : current === undefined ? [] : [current]
  const save = (answer: OccurrenceAnswer | undefined = draft.answer) => {
    if (!answer || !row) return
    const missing = lacks(row, draft, answer)
    if (missing === 'comment') return fields.comment.current?.focus()
    if (missing === 'values') return toValues()
    if (missing === 'proof') return fields.file.current?.focus()
    if (uploads.some(({ failure }) => failure === undefined)) return entry.say(t('entry.uploading'))
    const count = entry.give(targets, answer, draft)
    if (count === 0) return
    if (count < targets.length) entry.say(t('entry.some_left', { count: targets.length - count }))
    goTo(entry.next(current) ?? current)
  }
  const give = (answer: OccurrenceAnswer) => {
    if (!row) return
    if (!entry.waits(row.id)) return entry.say(t('entry.answered_already'))
    if (!answersOf(row.kind).includes(answer)) return entry.say(row.kind ? t(`entry.other_kind.${row.kind}`) : '')
    const missing = lacks(row, draft, answer)
    entry.write(row.id, { answer })
    if (missing === undefined) return save(answer)
    if (missing === 'values') return toValues()
    entry.say(t(missing === 'comment' ? 'answering.comment_needed' : 'answering.proof_needed'))
    // What is asked for is drawn with the answer.
    requestAnimationFrame(() => (missing === 'comment' ? fields.comment : fields.file).current?.focus())
  }
  const back = async () => goTo(await entry.takeBack())

  const onLetter = (event: KeyboardEvent) => {
    if (event.key === '?') return setHelp((before) => !before)
    if (event.key === 'Enter') return save()
    const act = actOf(event.key, language)
    if (act === undefined) return false
    if (act === 'comment') return fields.comment.current?.focus()
    if (act === 'day') return fields.day.current?.querySelector('input')?.focus()
    if (act === 'values') return toValues()
    if (act === 'proof') return fields.file.current?.click()
    return give(act)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey) return
    if (event.key === 'Escape' && page.current?.contains(event.target as Node)) {
      setHelp(false)
      setAnchor(undefined)
      focusCell()
      return
    }
    if (isWriting(event.target)) return onFieldKey(event)
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      return void back()
    }
    if (event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return
    if (event.key === 'Enter' && event.target === fields.file.current && draft.files.length === 0) {
      event.preventDefault()
      return fields.file.current?.click()
    }
    if (onLetter(event) !== false) event.preventDefault()
  }
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey) return
    const offers = fields.opens.current?.querySelector<HTMLInputElement>('input')
    event.preventDefault()
    // A KO offers to open something once it is said what was found.
    if (event.target === fields.comment.current && offers && draft.comment.trim() !== '') offers.focus()
    else save()
  }
  const onGridKey = (event: KeyboardEvent) => {
    const { key } = event
    if (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'ArrowUp' && key !== 'ArrowDown') return
    if (current === undefined || isWriting(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    goTo(besideOf(entry.books, current, key), event.shiftKey)
  }
  const step = (by: 1 | -1) => {
    const at = current === undefined ? -1 : entry.order.indexOf(current)
    goTo(by === 1 ? entry.next(current) : entry.order.slice(0, Math.max(at, 0)).toReversed().find(entry.waits))
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    addFiles(files)
  }
  return (
    <Grid ref={page} grow narrows shortens className={css.page} onKeyDown={onKeyDown} onPaste={onPaste}>
      <Stack narrows shortens>
        <Row wrap align="center" padY={8} padX={16} gap={16} rowGap={8}>
          {fixed ? null : (
            <Segmented
              label={t('entry.whose')}
              value={whose}
              onChange={onWhose}
              options={[
                { value: 'mine', label: t('entry.mine') },
                { value: 'all', label: t('entry.everybody') },
              ]}
            />
          )}
          <EntryStrip entry={entry} current={current} onChoose={goTo} />
        </Row>
        {row ? (
          <EntryGrid
            entry={entry}
            today={today}
            current={current}
            selected={selected}
            onChoose={(id, { shiftKey }) => goTo(id, shiftKey)}
            onKeyDown={onGridKey}
          />
        ) : (
          <Empty today={today} />
        )}
        <Row as="footer" holds wrap align="center" padY={4} padX={16} edge="above" tone="soft" gap={12} rowGap={4} className={css.foot}>
          <Text as="p" role="status">
            {entry.said}
          </Text>
          {entry.hasLast ? (
            <Button variant="link" size="sm" icon={<Undo2 size={14} aria-hidden />} onClick={() => void back()}>
              {t('today.undo')} <Kbd>Ctrl Z</Kbd>
            </Button>
          ) : null}
          <EntryKeys open={help} onToggle={() => setHelp(!help)} />
        </Row>
      </Stack>
      {row ? (
        <EntryDock
          row={row}
          entry={entry}
          draft={draft}
          several={selected.size > 1 ? targets.length : 1}
          today={today}
          fields={fields}
          uploads={uploads}
          onFiles={addFiles}
          onAnswer={give}
          onSave={() => save()}
          onStep={step}
        />
      ) : null}
    </Grid>
  )
}

function Empty({ today }: { readonly today: string }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { data } = useOccurrences([only('mine', true), only('closed', false), only('period_start', { from: today })], 'ahead', 1)
  const next = data?.[0]?.period_start
  return <EmptyState title={t('today.empty')} text={next ? t('today.empty_text', { day: format.date(next) }) : t('today.empty_none')} />
}
