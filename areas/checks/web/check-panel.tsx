import { Download } from 'lucide-react'
import { useState } from 'react'
import type { CheckLine, withdrawAcceptances } from '#areas/checks/contract/calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { exportRows } from '#kit/web/resource/list-api.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Check } from '#kit/web/ui/check.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { checkQueries, foundFilters, listOf, listPathOf, useAccepted, useFound, type FoundRow } from './checks-api.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './checks.module.css'

const AcceptDialog = lazy(async () => ({ default: (await import('./accept-dialog.tsx')).AcceptDialog }))

interface PanelProps {
  readonly line: CheckLine
  readonly perimeter: number | undefined
  /** Those around it, for previous and next. */
  readonly lines: readonly CheckLine[]
  readonly mayAccept: boolean
  readonly onOpen: (line: CheckLine | undefined) => void
}

const titleOf = ({ id, name, description, identifier }: FoundRow) => name ?? description ?? identifier ?? `#${id}`

/** What a check finds, each with the way to where it is mended; some of it is accepted for a time. */
export function CheckPanel({ line, perimeter, lines, mayAccept, onOpen }: PanelProps) {
  const t = useWords('checks')
  const format = useFormat()
  const [tab, setTab] = useState<'found' | 'accepted'>(line.found === 0 && line.accepted > 0 ? 'accepted' : 'found')
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [accepting, setAccepting] = useState(false)
  const found = useFound(line, perimeter)
  const rows = found.data?.objects ?? []
  const chosen = rows.filter(({ id, edit_right }) => edit_right && ticked.has(id))
  const at = lines.indexOf(line)
  const to = listOf(line, perimeter)
  return (
    <SidePanel
      title={line.title}
      facts={t('panel.facts', { found: line.found, accepted: line.accepted })}
      about={<span>{t(`subjects.${line.subject}`)}</span>}
      id={at}
      rows={lines.map((_, id) => ({ id }))}
      onOpen={(next) => onOpen(next === undefined ? undefined : lines[next])}
      foot={
        tab === 'found' && line.found > 0 ? (
          <>
            <Button
              icon={<Download size={14} />}
              onClick={() =>
                void exportRows(
                  { name: line.entity },
                  { queryParams: { filters: foundFilters(line, perimeter), sort: [], global_search: '', per_page: 50, page: 1 }, page: 1 },
                  {},
                  {},
                )
              }
            >
              {t('panel.export')}
            </Button>
            {mayAccept ? (
              <Button disabled={chosen.length === 0} onClick={() => setAccepting(true)}>
                {t('panel.accept', { count: chosen.length })}
              </Button>
            ) : null}
            <Text grow className={css.space} />
            {to ? (
              <ButtonLink variant="primary" to={to}>
                {mayAccept ? line.mend : t('panel.open_list')}
              </ButtonLink>
            ) : null}
          </>
        ) : null
      }
    >
      <Text as="p" below={10} tone="soft">
        {line.why}
      </Text>
      <Tabs
        label={t('panel.tabs')}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'found', label: t('columns.found'), count: format.number(line.found) },
          { value: 'accepted', label: t('columns.accepted'), count: format.number(line.accepted) },
        ]}
      >
        {tab === 'accepted' ? (
          <AcceptedRows line={line} perimeter={perimeter} />
        ) : found.error ? (
          <ErrorState reason={found.error} onRetry={() => void found.refetch()} />
        ) : !found.data ? (
          <SkeletonRows count={Math.min(8, Math.max(1, line.found))} />
        ) : rows.length === 0 ? (
          <EmptyState title={t('panel.none')} />
        ) : (
          <FoundRows line={line} rows={rows} total={found.data.total} ticked={mayAccept ? ticked : null} onTick={setTicked} />
        )}
      </Tabs>
      {accepting ? (
        <Suspense>
          <AcceptDialog
            line={line}
            ids={chosen.map(({ id }) => id)}
            onClose={(done) => {
              setAccepting(false)
              if (done) setTicked(new Set())
            }}
          />
        </Suspense>
      ) : null}
    </SidePanel>
  )
}

interface FoundRowsProps {
  readonly line: CheckLine
  readonly rows: readonly FoundRow[]
  readonly total: number
  /** Absent: nothing can be chosen. */
  readonly ticked: ReadonlySet<number> | null
  readonly onTick: (ticked: ReadonlySet<number>) => void
}

function FoundRows({ line, rows, total, ticked, onTick }: FoundRowsProps) {
  const t = useWords('checks')
  const page = listPathOf(line.entity)
  const may = ticked ? rows.filter(({ edit_right }) => edit_right) : []
  const all = may.length > 0 && may.every(({ id }) => ticked?.has(id))
  const toggle = (id: number) => onTick(new Set(ticked?.has(id) ? [...ticked].filter((one) => one !== id) : [...(ticked ?? []), id]))
  return (
    <>
      {may.length > 1 ? (
        <Row as="label" gap={8} align="center" padY={8} tone="soft" size={12}>
          <Check checked={all} onChange={() => onTick(new Set(all ? [] : may.map(({ id }) => id)))} />
          {t('panel.tick_all')}
        </Row>
      ) : null}
      <ul className={css.rows}>
        {rows.map((row) => {
          const to = page && path(page, { id: row.id })
          const facts = [row.perimeter?.name ?? row.perimeters?.map(({ name }) => name).join(', '), row.manager?.name].filter(Boolean).join(' · ')
          return (
            <Row as="li" gap={10} align="start" padY={8} edge="below" key={row.id}>
              {ticked ? (
                <Check
                  aria-label={t('panel.tick', { name: titleOf(row) })}
                  checked={ticked.has(row.id)}
                  disabled={!row.edit_right}
                  onChange={() => toggle(row.id)}
                />
              ) : null}
              <span>
                {to ? (
                  <Link to={to} title={titleOf(row)}>
                    {titleOf(row)}
                  </Link>
                ) : (
                  <Text as="b" breaks tone="plain" weight={500}>
                    {titleOf(row)}
                  </Text>
                )}
                <Text as="small" tone="quiet" size={12}>
                  {[row.identifier, facts].filter(Boolean).join(' · ')}
                </Text>
              </span>
            </Row>
          )
        })}
      </ul>
      {total > rows.length ? (
        <Text as="p" apart size={12} tone="quiet">
          {t('panel.shown', { shown: String(rows.length), total: String(total) })}
        </Text>
      ) : null}
    </>
  )
}

function AcceptedRows({ line, perimeter }: Pick<PanelProps, 'line' | 'perimeter'>) {
  const t = useWords('checks')
  const format = useFormat()
  const { data, error, refetch } = useAccepted(line, perimeter, true)
  const [withdraw, busy] = useSubmit(async (id: number) => {
    try {
      const { message = '' } = await api.call<typeof withdrawAcceptances>('POST /check/withdraw', { body: { entity: line.entity, word: line.word, ids: [id] } })
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      await Promise.all([renewed(), invalidate(checkQueries)])
    }
  })
  const page = listPathOf(line.entity)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={Math.min(8, Math.max(1, line.accepted))} />
  if (data.length === 0) return <EmptyState title={t('panel.none_accepted')} />
  return (
    <ul className={css.rows}>
      {data.map(({ id, name, identifier, reason, until, accepted_by, accepted_at, may }) => (
        <Row as="li" gap={10} align="start" padY={8} edge="below" key={id}>
          <span>
            {page ? (
              <Link to={path(page, { id })}>{name ?? identifier}</Link>
            ) : (
              <Text as="b" breaks tone="plain" weight={500}>
                {name ?? identifier}
              </Text>
            )}
            <Text as="small" tone="quiet" size={12}>
              {[identifier, t('panel.counts_again', { date: format.date(until) })].filter(Boolean).join(' · ')}
            </Text>
            <Text as="small" tone="quiet" size={12} className={css.reason}>
              {t('panel.accepted_by', { name: accepted_by?.name ?? '–', date: format.date(accepted_at.slice(0, 10)), reason })}
            </Text>
          </span>
          {may ? (
            <Button size="sm" disabled={busy} onClick={() => withdraw(id)}>
              {t('panel.withdraw')}
            </Button>
          ) : null}
        </Row>
      ))}
    </ul>
  )
}
