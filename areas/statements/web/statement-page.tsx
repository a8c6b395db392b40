import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { ApplicationChoice, PolicyTabs, ToDecide } from '#areas/policies/web/index.ts'
import { countLines, matches, statementFilters, type Statement, type StatementFilter, type StatementLine } from '#areas/statements/contract/statement.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useFormat, wallTime } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { PageHeading, PageToolbar, Page as Sheet, Spring } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Approval } from './approval.tsx'
import { JustifyTogether } from './justify-together.tsx'
import { downloadSheet, saveReason, useStatement } from './statement-api.ts'
import { StatementTable } from './statement-table.tsx'
import { Steps } from './steps.tsx'
import css from './statement.module.css'

/** The statement of applicability of a policy in a perimeter: what applies, why, what proves it, who approved it (ISO 27001 6.1.3 d). */
export function Page() {
  const { id } = useParams<'/org/policies/statement/$id'>()
  const [against, setAgainst] = useState<number>()
  const query = useStatement(id, against)
  if (query.isError && !query.data) return <ErrorState reason={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Sheet>
        <SkeletonRows count={16} />
      </Sheet>
    )
  }
  return <StatementView key={id} statement={query.data.object} onAgainst={setAgainst} onRead={() => query.refetch()} />
}

interface ViewProps {
  readonly statement: Statement
  readonly onAgainst: (request: number | undefined) => void
  readonly onRead: () => Promise<unknown>
}

function StatementView({ statement, onAgainst, onRead }: ViewProps) {
  const t = useWords('statements')
  const format = useFormat()
  const [show, setShow] = useState<StatementFilter>('ALL')
  const [search, setSearch] = useState('')
  const [editing, setEditing] = useState<number>()
  const [saved, setSaved] = useState<string>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const sought = useDeferredValue(search)
  const { application, lines, request } = statement
  // What is being written stays in sight although it no longer matches.
  const shown = lines.filter((line) => line.lineage_id === editing || matches(line, show, sought))
  const left = useFocusAfter(editing)

  const missing = (after?: number): number | undefined => {
    const among = (some: readonly StatementLine[]) => {
      const start = some.findIndex((line) => line.lineage_id === after) + 1
      return [...some.slice(start), ...some.slice(0, start)].find((line) => line.lineage_id !== after && matches(line, 'TO_JUSTIFY', ''))?.lineage_id
    }
    return among(shown) ?? among(lines)
  }
  const save = async (line: StatementLine, text: string, next: boolean) => {
    const following = next ? missing(line.lineage_id) : undefined
    if (text !== (line.justification?.text ?? '')) {
      try {
        await saveReason(line, application.perimeter.id, text)
      } catch (reason) {
        // Somebody else's words come in sight; one's own stay in the field.
        await onRead()
        throw reason
      }
      await onRead()
      setSaved(wallTime(new Date()).slice(11, 16))
    }
    left(line.lineage_id)
    // Another one may have been opened meanwhile by a click.
    setEditing((now) => (now === line.lineage_id ? following : now))
  }
  const chosen = lines.filter((line) => selected.has(line.lineage_id))
  const asked = { show, search: search.trim() }
  return (
    <Sheet>
      <PageToolbar>
        <PageHeading title={application.policy.name ?? ''} text={t('heading', { perimeter: application.perimeter.name ?? '', version: application.version })} />
        <ApplicationChoice policy={application.policy.id} application={application.id} />
        <ToDecide policy={application.policy.id} perimeter={application.perimeter.id} />
        <ReportButtons
          path={`/policy_application/${application.id}/statement_report`}
          asked={asked}
          onExcel={() => downloadSheet(application.id, show, asked.search).catch((reason: unknown) => toast.error(failureText(reason)))}
        />
        <Approval statement={statement} onDone={onRead} onWrite={() => setEditing(missing())} />
      </PageToolbar>
      <Row rigid padX={16} below={12}>
        <PolicyTabs policy={application.policy.id} label={application.policy.name ?? ''} value="statement" />
      </Row>
      <Steps statement={statement} />
      {request ? (
        <Text as="p" padY={8} padX={12} corner={6} fill="warn" tone="warn" size={13} className={css.notice} role="status">
          {t('waiting', { name: request.by?.name ?? '–', day: format.date(request.at) })} {request.comment ? `« ${request.comment} »` : ''}{' '}
          {request.stale ? <b>{t('stale')}</b> : null}
        </Text>
      ) : null}
      <Row rigid wrap align="center" gap={8} className={css.filters}>
        <Segmented
          label={t('filters_label')}
          value={show}
          onChange={setShow}
          options={statementFilters
            .filter((filter) => filter === show || (filter === 'CHANGED' ? statement.versions.length > 0 : filter === 'ALL' || countLines(lines, filter) > 0))
            .map((filter) => ({ value: filter, label: `${t(`filters.${filter}`)} ${format.number(countLines(lines, filter))}` }))}
        />
        <Spring />
        <Row as="label" inline align="center" gap={6} padX={10} edge="strong" corner={6} fill="surface" tone="quiet" className={css.search}>
          <Search size={14} aria-hidden />
          <input type="search" value={search} placeholder={t('search')} aria-label={t('search')} onChange={(event) => setSearch(event.target.value)} />
        </Row>
        {statement.versions.length > 0 ? (
          <Row as="label" inline align="center" gap={8} edge="strong" corner={6} tone="quiet" size={13} className={css.compare}>
            {t('compare.label')}
            <select value={statement.against ?? ''} onChange={(event) => onAgainst(Number(event.target.value))}>
              {statement.versions.map((version) => (
                <option key={version.request} value={version.request}>
                  {t('compare.version', { version: String(version.number), day: format.date(version.at) })}
                  {version.alone ? ` – ${t('alone.short')}` : ''}
                </option>
              ))}
            </select>
          </Row>
        ) : null}
      </Row>
      {chosen.length > 0 ? <JustifyTogether application={application.id} lines={chosen} onDone={onRead} onClear={() => setSelected(new Set())} /> : null}
      <StatementTable
        statement={statement}
        lines={shown}
        editing={editing}
        onEdit={setEditing}
        onSave={save}
        selected={selected}
        onSelect={(lineages, on) => setSelected(on ? new Set([...selected, ...lineages]) : new Set([...selected].filter((one) => !lineages.includes(one))))}
      />
      <Row as="footer" rigid gap={8} edge="above" tone="quiet" size={12} className={css.foot}>
        <span role="status">{t('foot', { shown: format.number(shown.length), all: format.number(lines.length) })}</span>
        <Spring />
        <span role="status">{saved ? t('saved', { time: saved }) : ''}</span>
      </Row>
    </Sheet>
  )
}

/** Once nothing is written any more, the keyboard is where it was written last. */
function useFocusAfter(editing: number | undefined): (lineage: number) => void {
  const last = useRef<number>(undefined)
  useEffect(() => {
    if (editing !== undefined) last.current = editing
    else if (last.current !== undefined && (document.activeElement === document.body || document.activeElement === null))
      document.querySelector<HTMLElement>(`[data-reason="${last.current}"]`)?.focus()
  }, [editing])
  return (lineage) => {
    last.current = lineage
  }
}
