import { CalendarClock, ClipboardCheck } from 'lucide-react'
import { useMemo } from 'react'
import { holds, useOptionalSession, useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useAsked } from '#kit/web/navigation.ts'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Canvas } from '#kit/web/ui/canvas.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { reportPeriods, type ReportPeriod } from '#areas/reporting/contract/report-period.ts'
import { reportNames, reportRights, type ReportName, type ToldReport } from '#areas/reporting/contract/reports.ts'
import { PeriodChoice } from './period-choice.tsx'
import { ReportView } from './report-view.tsx'
import { askSheets, useReport, type Asked } from './reports-api.ts'

const day = (value: unknown): string | undefined => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined)
const whole = (value: unknown): number | undefined => (Number.isInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined)

/** What the page is asked for by its address: a report, its days and its perimeter; days that are not whole yet ask nothing. */
function useChosen(offered: readonly ReportName[]) {
  const search = useAsked<'/org2/reporting'>()
  const report = offered.find((one) => one === search.report) ?? offered[0]
  const [from, to, perimeter] = [day(search.from), day(search.to), whole(search.p)]
  const period: ReportPeriod | 'OWN' = search.period === 'OWN' ? 'OWN' : (reportPeriods.find((one) => one === search.period) ?? 'THIS_QUARTER')
  const asked = useMemo((): Asked | null => {
    if (report === undefined) return null
    if (period !== 'OWN') return { report, period, perimeter: perimeter ?? null }
    return from && to && from <= to ? { report, period: { from, to }, perimeter: perimeter ?? null } : null
  }, [report, period, from, to, perimeter])
  return { report, period, from, to, perimeter, asked }
}

/** What the product does not know of a management review is a place to write. */
const isBare = ({ layout }: ToldReport, section: string): boolean => layout.sections.some(({ id, blocks }) => id === section && blocks.length === 0)

/** Reports that the product brings, about a period and a perimeter (DSH-29). */
export function Page() {
  const t = useWords('reporting')
  const format = useFormat()
  const ask = useAsk<'/org2/reporting'>()
  const session = useOptionalSession()
  const offered = useMemo(() => reportNames.filter((name) => holds(session, reportRights[name])), [session])
  const { report, asked, ...chosen } = useChosen(offered)
  const query = useReport(asked)
  const writes = useRight('dashboard.write')
  const [schedules, reviews] = [useRight('report_schedule.write'), useRight('management_review.write')]
  // Another report's figures never stand under this one's name.
  const told = query.data?.report === report ? query.data : undefined
  const range = told && {
    from: format.date(told.days.from),
    to: format.date(told.days.to),
    from_before: format.date(told.before.from),
    to_before: format.date(told.before.to),
  }
  if (report === undefined) return <EmptyState title={t('reports.nothing')} text={t('reports.nothing_text')} />
  return (
    <Canvas
      title={t(`reports.names.${report}`)}
      sub={range ? [t('reports.of', range), told.perimeter?.name].filter(Boolean).join(' · ') : '\u00a0'}
      tools={
        <>
          <PeriodChoice {...chosen} onChange={(next) => ask(next, true)} />
          {schedules ? (
            <ButtonLink to={path('/org2/reporting/schedules', { id: 'new' })} icon={<CalendarClock size={14} aria-hidden />}>
              {t('reports.schedule')}
            </ButtonLink>
          ) : null}
          {report === 'MANAGEMENT_REVIEW' && reviews ? (
            <ButtonLink to={path('/org2/reporting/reviews', { id: 'new' })} variant="primary" icon={<ClipboardCheck size={14} aria-hidden />}>
              {t('management.hold')}
            </ButtonLink>
          ) : null}
          {asked ? <ReportButtons path="/report/document" asked={asked} onExcel={() => askSheets(asked)} /> : null}
        </>
      }
    >
      <Tabs
        label={t('reports.report')}
        value={report}
        onChange={(next) => ask({ report: next }, true)}
        tabs={offered.map((name) => ({ value: name, label: t(`reports.names.${name}`) }))}
      >
        {query.isError && !told ? <ErrorState reason={query.error} onRetry={() => void query.refetch()} /> : null}
        {told ? (
          told.blocks.length > 0 ? (
            <ReportView told={told} adds={writes} below={(section) => (isBare(told, section) ? <Text tone="quiet">{t('reports.to_write')}</Text> : null)} />
          ) : (
            <EmptyState title={t('reports.nothing')} text={t('reports.nothing_text')} />
          )
        ) : query.isError ? null : (
          <SkeletonRows count={12} />
        )}
      </Tabs>
    </Canvas>
  )
}
