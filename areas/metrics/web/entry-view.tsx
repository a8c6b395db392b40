import { Check, ChevronLeft, ChevronRight, Download, Lock, Redo2, Upload } from 'lucide-react'
import { useState } from 'react'
import type { EntryLine, Grid, GridMetric } from '#areas/metrics/contract/calls.ts'
import { isCarried } from '#areas/metrics/contract/carried-forward.ts'
import { metricValue } from '#areas/metrics/contract/metric-value.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useView } from '#kit/web/ui/use-view.ts'
import { CellBar } from './cell-bar.tsx'
import { downloadValues, useGridData, useWorkload } from './entry-api.ts'
import css from './entry.module.css'
import { PasteDock } from './paste-dock.tsx'
import type { At } from './paste.ts'
import { spanOf } from './spans.ts'
import { useEntry } from './use-entry.ts'
import { ValueGrid } from './value-grid.tsx'

const ImportDialog = lazy(async () => ({ default: (await import('#kit/web/resource/import-dialog.tsx')).ImportDialog }))
const CommentDialog = lazy(async () => ({ default: (await import('./comment-dialog.tsx')).CommentDialog }))

/** The metrics of a list, and the values of the one that is chosen, to be filled in. */
export function EntryView({ state }: Pick<ViewContext, 'state'>) {
  const t = useWords('metrics')
  const [{ metric }, look] = useView<'metric'>()
  const choose = (id: number) => look({ metric: String(id) })
  const [order, setOrder] = useState<readonly number[]>([])
  const { data, error, refetch } = useWorkload(state)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={14} />
  // What was late is no longer so once it is filled in: the order stays under the hand.
  if (data.some(({ id }) => !order.includes(id))) setOrder([...order, ...data.map(({ id }) => id).filter((id) => !order.includes(id))])
  const lines = data.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id))
  const line = lines.find(({ id }) => String(id) === metric) ?? lines[0]
  if (!line) return <EmptyState title={t('entry.none')} text={t('entry.none_text')} />
  return (
    <Row grow shortens className={css.page}>
      <Metrics lines={lines} chosen={line.id} onChoose={choose} />
      <Values key={line.id} line={line} onChoose={choose} />
    </Row>
  )
}

/** What there is to fill in, by what is missing. */
function Metrics({ lines, chosen, onChoose }: { readonly lines: readonly EntryLine[]; readonly chosen: number; readonly onChoose: (id: number) => void }) {
  const t = useWords('metrics')
  const [entered, automatic] = [lines.filter(({ is_auto }) => !is_auto), lines.filter(({ is_auto }) => is_auto)]
  const missing = lines.reduce((sum, line) => sum + line.missing, 0)
  return (
    <Stack as="nav" rigid shortens fill="subtle" className={css.metrics} aria-label={t('entry.metrics')}>
      <Row as="p" spread="between" size={12} tone="soft">
        <b>{t('entry.metrics')}</b> <span>{t('entry.missing', { count: missing })}</span>
      </Row>
      <Box as="ul" grow overflow="scrolled-down">
        {entered.map((line) => (
          <MetricLine key={line.id} line={line} chosen={line.id === chosen} onChoose={onChoose} />
        ))}
        {automatic.length > 0 ? (
          <Text as="li" size={12} tone="soft" className={css.automatic}>
            {t('entry.automatic')}
          </Text>
        ) : null}
        {automatic.map((line) => (
          <MetricLine key={line.id} line={line} chosen={line.id === chosen} onChoose={onChoose} />
        ))}
      </Box>
    </Stack>
  )
}

interface MetricLineProps {
  readonly line: EntryLine
  readonly chosen: boolean
  readonly onChoose: (id: number) => void
}

function MetricLine({ line, chosen, onChoose }: MetricLineProps) {
  const t = useWords('metrics')
  const rhythm = t(`entities.metric.choices.periodicity.${line.periodicity}`).toLowerCase()
  return (
    <li>
      <button type="button" aria-current={chosen || undefined} onClick={() => onChoose(line.id)}>
        <span>
          <b>{line.name}</b>
          <small>{[line.unit, rhythm].filter(Boolean).join(', ')}</small>
        </span>
        {line.is_auto ? (
          <Lock size={14} role="img" aria-label={t('entry.locked')} data-locked />
        ) : line.missing > 0 ? (
          <em data-late={line.late > 0 || undefined} title={t('entry.missing', { count: line.missing })}>
            {line.missing}
          </em>
        ) : (
          <Check size={14} role="img" aria-label={t('entry.complete')} />
        )}
      </button>
    </li>
  )
}

function Values({ line, onChoose }: { readonly line: EntryLine; readonly onChoose: (id: number) => void }) {
  const t = useWords('metrics')
  const language = useLanguage()
  const [moved, setMoved] = useState(0)
  const mayImport = useRight('metric.write')
  const [importing, setImporting] = useState(false)
  const span = spanOf(line.periodicity, dayOf(), moved, language)
  const { data, error, refetch } = useGridData(line.id, span.from, span.to)
  return (
    <Stack as="section" grow narrows shortens className={css.values} aria-label={line.name ?? line.identifier}>
      <header>
        <div>
          <h2>{line.name}</h2>
          <p>{data ? <About metric={data.metric} /> : ' '}</p>
        </div>
        <Row align="center" gap={4} size={13} weight={600}>
          <IconButton label={t('entry.previous')} onClick={() => setMoved(moved - 1)}>
            <ChevronLeft size={16} />
          </IconButton>
          <span aria-live="polite">{span.label}</span>
          <IconButton label={t('entry.next')} disabled={moved >= 0} onClick={() => setMoved(moved + 1)}>
            <ChevronRight size={16} />
          </IconButton>
          <IconButton
            label={t('import.export')}
            onClick={() => void downloadValues(line.id, span.from, span.to).catch((reason: unknown) => toast.error(failureText(reason)))}
          >
            <Download size={16} />
          </IconButton>
          {mayImport ? (
            <IconButton label={t('import.title')} onClick={() => setImporting(true)}>
              <Upload size={16} />
            </IconButton>
          ) : null}
        </Row>
      </header>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : data ? <FilledIn key={span.from} grid={data} /> : <SkeletonRows count={12} />}
      <Suspense>
        {importing ? (
          <ImportDialog
            entity={metricValue}
            title={t('import.title')}
            accept=".xlsx,.csv"
            hint={t('import.hint')}
            onOpen={(id) => {
              setImporting(false)
              onChoose(id)
            }}
            onClose={() => setImporting(false)}
          />
        ) : null}
      </Suspense>
    </Stack>
  )
}

/** What its values are, in one line. */
function About({ metric: { unit, minimum, maximum, decimals, due_days, is_auto, formula } }: { readonly metric: GridMetric }) {
  const t = useWords('metrics')
  if (is_auto)
    return (
      <>
        <Lock size={12} aria-hidden /> {formula ? t('entry.worked_out', { formula }) : t('entry.counted')}
      </>
    )
  const bounds =
    minimum !== null && maximum !== null
      ? t('entry.between', { from: minimum, to: maximum })
      : minimum !== null
        ? t('entry.from', { from: minimum })
        : maximum !== null
          ? t('entry.to', { to: maximum })
          : ''
  return <>{t('entry.about', { unit: unit ?? t('entry.no_unit'), bounds, decimals, days: due_days })}</>
}

function FilledIn({ grid }: { readonly grid: Grid }) {
  const t = useWords('metrics')
  const entry = useEntry(grid)
  const [commenting, setCommenting] = useState<At>()
  const where = commenting ?? entry.active
  const here = entry.at(where)
  // A value first (MET-07).
  const comment = () => (here?.cell ? setCommenting(entry.active) : toast.info(t('errors.value_first')))
  if (entry.rows.length === 0) return <EmptyState title={t('entry.none')} text={t('entry.none_text')} />
  return (
    <>
      <ValueGrid grid={grid} entry={entry} onComment={comment} />
      {entry.paste ? (
        <PasteDock grid={grid} entry={entry} paste={entry.paste} />
      ) : (
        <CellBar grid={grid} entry={entry} onComment={comment} onExplain={setCommenting} />
      )}
      <Row as="footer" wrap align="center" padY={8} padX={16} edge="above" size={12} tone="soft" gap={16} rowGap={4} className={css.legend}>
        <span>
          <i data-mark="expected" /> {t('entry.expected')}
        </span>
        <span>
          <i data-mark="late" /> {t('entry.late_mark')}
        </span>
        <span>
          <i data-mark="comment" /> {t('entry.comment')}
        </span>
        {isCarried(grid.metric) ? (
          <span>
            <Redo2 size={12} aria-hidden /> {t('entry.carried')}
          </span>
        ) : null}
        <span>
          <i data-mark="closed" /> {t('entry.closed')}
        </span>
        <span>
          <i data-mark="outside" /> {t('entry.outside')}
        </span>
        {grid.places.some(({ may_enter }) => may_enter) ? (
          <Text pushed className={css.keys}>
            <Kbd>F2</Kbd> <Kbd>⇧ F2</Kbd> <Kbd>Ctrl V</Kbd> <Kbd>Ctrl Z</Kbd> {t('entry.keys')}
            <Button size="sm" variant="subtle" onClick={() => void entry.undo()}>
              {t('entry.undo')}
            </Button>
          </Text>
        ) : (
          <Text pushed className={css.keys}>
            {t('entry.read_only')}
          </Text>
        )}
      </Row>
      <Suspense>
        {commenting && here ? (
          <CommentDialog
            metric={grid.metric}
            place={here.place}
            period={here.period.start}
            cell={here.cell}
            strange={entry.isStrange(where)}
            open={entry.stateAt(where.row, where.column)?.open ?? false}
            onSave={(text) => entry.comment(where, text)}
            onClose={() => {
              setCommenting(undefined)
              entry.explained(where)
            }}
          />
        ) : null}
      </Suspense>
    </>
  )
}
