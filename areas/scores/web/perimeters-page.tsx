import { useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useMemo, useState, type CSSProperties } from 'react'
import { dayOf, isoDay, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link, useAsk } from '#kit/web/navigation.ts'
import { AsOfNotice, AsOfPicker } from '#kit/web/resource/as-of.tsx'
import { type Asked, path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Page as PageFrame, PageToolbar, Spring } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/kinds/light-select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { GroupingsTable } from './groupings-table.tsx'
import { linesOf, type Line } from './perimeter-lines.ts'
import css from './perimeters-page.module.css'
import { usePerimeterScores } from './score-api.ts'
import { BarLegend, ScoreBadge, ScoreBar, ScorePair } from './score-marks.tsx'
import { panelTabs, ScorePanel, type PanelTab } from './score-panel.tsx'
import { NoPolicy } from './no-policy.tsx'
import { TargetButton } from './target-button.tsx'
import { YearTrend } from './year-trend.tsx'

/** What of the page stands in the address. */
function usePlace() {
  const search = useLocation({ select: (location) => location.search as Readonly<Record<string, unknown>> })
  const ask = useAsk<'/org2/perimeters'>()
  const number = (name: string) => (Number.isInteger(Number(search[name])) && search[name] !== undefined ? Number(search[name]) : undefined)
  const tab: PanelTab = panelTabs.find((one) => one === search['tab']) ?? 'explanation'
  const change = (next: Asked<'/org2/perimeters'>) => ask(next, !('p' in next || 'g' in next))
  const on = typeof search['on'] === 'string' && isoDay(search['on']) && search['on'] < dayOf() ? search['on'] : undefined
  return {
    on,
    perimeter: number('p'),
    grouping: number('g'),
    policy: number('policy'),
    scope: search['scope'] === 'own' ? ('own' as const) : ('consolidated' as const),
    tab,
    change,
  }
}

/** The scores of the perimeters as a tree: alone and with what lies below, by policy, against their target and a year ago (PER-17). */
export function Page() {
  const words = useWords('scores')
  const format = useFormat()
  const { on, perimeter, grouping, policy, scope, tab, change } = usePlace()
  const answer = usePerimeterScores(policy, on)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const rows = useMemo(() => answer.data?.objects ?? [], [answer.data])
  const lines = useMemo(() => linesOf(rows, closed), [rows, closed])
  const policies = answer.data?.policies ?? []
  const columns = policy === undefined ? policies.slice(0, 5) : []
  const toDay = (day: string | undefined) => change({ on: day !== undefined && day < dayOf() ? day : undefined })
  const toggle = (id: number) => setClosed((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return (
    <PageFrame>
      <PageToolbar>
        <div className={css.policy}>
          <Select
            aria-label={words('page.policy')}
            placeholder={words('page.all_policies')}
            clearable
            value={policy === undefined ? null : String(policy)}
            onChange={(value) => change({ policy: value === null ? undefined : Number(value) })}
            options={policies.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </div>
        <Button variant="subtle" size="sm" onClick={() => setClosed(new Set())}>
          {words('page.expand_all')}
        </Button>
        <Button variant="subtle" size="sm" onClick={() => setClosed(new Set(lines.filter((line) => line.parent && line.level > 1).map((line) => line.row.id)))}>
          {words('page.collapse_all')}
        </Button>
        <Spring />
        <BarLegend />
        <AsOfPicker day={on} onChoose={toDay} />
        {on === undefined ? (
          <>
            <ButtonLink size="sm" to={path('/org2/forecast', { p: perimeter, policy })}>
              {words('page.forecast')}
            </ButtonLink>
            <TargetButton />
          </>
        ) : null}
      </PageToolbar>
      {on === undefined ? null : <AsOfNotice day={on} text={words('page.past', { date: format.date(on) })} onBack={() => toDay(undefined)} />}
      <Row grow shortens edge="above" className={css.split} data-panel={perimeter !== undefined || grouping !== undefined || undefined}>
        <Box grow narrows overflow="scrolled">
          {answer.isPending ? <SkeletonRows count={14} /> : null}
          {answer.isError ? <ErrorState reason={answer.error} title={words('errors.unavailable')} onRetry={() => void answer.refetch()} /> : null}
          {answer.data && policies.length === 0 ? <NoPolicy /> : null}
          {lines.length > 0 && policies.length > 0 ? (
            <table className={css.table} data-stale={answer.isPlaceholderData || undefined}>
              <thead>
                <tr>
                  <th scope="col">{words('page.perimeter')}</th>
                  <th scope="col" data-tooltip={words('page.consolidated_help')}>
                    {words('page.consolidated')}
                  </th>
                  <th scope="col" data-tooltip={words('page.own_help')}>
                    {words('page.own')}
                  </th>
                  <th scope="col" className={css.wide}>
                    {words('page.bar')}
                  </th>
                  {columns.map(({ id, name, identifier }) => (
                    <th key={id} scope="col" className={css.wider} data-tooltip={name}>
                      <Link to={path('/org/policies/$id/scores', { id })}>{identifier ?? name}</Link>
                    </th>
                  ))}
                  <th scope="col" className={css.number}>
                    {words('page.target')}
                  </th>
                  <th scope="col" className={`${css.wide} ${css.trend}`}>
                    {words('page.trend')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {lines.map((line) => (
                  <PerimeterRow
                    key={line.row.id}
                    line={line}
                    open={!closed.has(line.row.id)}
                    chosen={line.row.id === perimeter}
                    columns={columns.map(({ id }) => id)}
                    onToggle={toggle}
                    onOpen={(id) => change({ p: id, g: undefined })}
                  />
                ))}
              </tbody>
            </table>
          ) : null}
          {answer.data && answer.data.groupings.length > 0 && policies.length > 0 ? (
            <GroupingsTable rows={answer.data.groupings} chosen={grouping} onOpen={(id) => change({ g: id, p: undefined })} />
          ) : null}
          {answer.data && answer.data.hidden > 0 ? (
            <Text as="p" tone="quiet" size={12} className={css.hidden} data-tooltip={words('page.hidden_help')}>
              {words('page.hidden', { count: String(answer.data.hidden) })}
            </Text>
          ) : null}
        </Box>
        {perimeter !== undefined || grouping !== undefined ? (
          <ScorePanel
            key={grouping === undefined ? perimeter : `g${grouping}`}
            subject={{ perimeter: grouping === undefined ? perimeter : undefined, grouping, policy, scope, on }}
            tab={tab}
            onTab={(next) => change({ tab: next })}
            onScope={(next) => change({ scope: next })}
            onClose={() => change({ p: undefined, g: undefined, tab: undefined })}
          />
        ) : null}
      </Row>
    </PageFrame>
  )
}

interface RowProps {
  readonly line: Line
  readonly open: boolean
  readonly chosen: boolean
  readonly columns: readonly number[]
  readonly onToggle: (id: number) => void
  readonly onOpen: (id: number) => void
}

function PerimeterRow({ line: { row, level, parent }, open, chosen, columns, onToggle, onOpen }: RowProps) {
  const words = useWords('scores')
  const format = useFormat()
  return (
    <tr data-chosen={chosen || undefined} onClick={() => onOpen(row.id)}>
      <th scope="row">
        <Row align="center" gap={4} className={css.name} style={{ '--level': level - 1 } as CSSProperties}>
          {parent ? (
            <Grid
              type="button"
              as="button"
              rigid
              centered
              tone="quiet"
              className={css.toggle}
              data-open={open || undefined}
              aria-expanded={open}
              aria-label={words(open ? 'page.collapse' : 'page.expand', { name: row.name })}
              onClick={(event) => {
                event.stopPropagation()
                onToggle(row.id)
              }}
            >
              <ChevronRight size={14} aria-hidden />
            </Grid>
          ) : (
            <span className={css.leaf} />
          )}
          <Box
            type="button"
            as="button"
            tone="plain"
            side="left"
            padY={2}
            weight={500}
            className={css.open}
            aria-label={words('page.open', { name: row.name })}
            onClick={() => onOpen(row.id)}
          >
            {row.name}
          </Box>
        </Row>
      </th>
      <td>
        <ScorePair score={row.consolidated} target={row.target} />
      </td>
      <td>
        <ScorePair score={row.own} target={row.own_target} />
      </td>
      <td className={css.wide}>
        <ScoreBar bar={row.consolidated.bar} target={row.target} />
      </td>
      {columns.map((id) => {
        const cell = row.policies.find(({ policy }) => policy === id)
        return (
          <td key={id} className={css.wider}>
            <ScoreBadge score={cell?.consolidated ?? null} target={cell?.target ?? null} />
          </td>
        )
      })}
      <td className={css.number}>{row.target === null ? '' : format.number(row.target, 0)}</td>
      <td className={`${css.wide} ${css.trend}`}>
        <YearTrend row={row} />
      </td>
    </tr>
  )
}
