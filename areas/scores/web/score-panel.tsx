import { Network, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Figure } from '#areas/scores/contract/score.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { hasRelations, useShowRelations } from '#kit/web/relations.ts'
import { ReportButtons } from '#kit/web/reports/report-buttons.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Legend } from '#kit/web/charts/legend.tsx'
import { LinesChart } from '#kit/web/charts/lines-chart.tsx'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Box, Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useScore, useScoreHistory, type Subject, type View } from './score-api.ts'
import { ScoreExplanation } from './score-explanation.tsx'
import { BarLegend, ScoreBadge, ScoreBar, ScoreCounts } from './score-marks.tsx'
import css from './score-panel.module.css'
import { ScoreChange } from './score-change.tsx'

export const panelTabs = ['explanation', 'moved', 'history'] as const
export type PanelTab = (typeof panelTabs)[number]

interface ScorePanelProps {
  readonly subject: Subject
  readonly tab: PanelTab
  readonly onTab: (tab: PanelTab) => void
  readonly onScope: (scope: 'own' | 'consolidated') => void
  readonly onClose: () => void
}

/** One score with all that is behind it: with and without exemptions, the bar, the reasons, what moved, the past. */
export function ScorePanel({ subject, tab, onTab, onScope, onClose }: ScorePanelProps) {
  const words = useWords('scores')
  const kit = useWords('kit')
  const showRelations = useShowRelations()
  const format = useFormat()
  const [figure, setFigure] = useState<Figure>('PERFORMANCE')
  const [exemptions, setExemptions] = useState<View['exemptions']>('with')
  const view = useMemo(() => ({ figure, exemptions }), [figure, exemptions])
  // Where the organisation has coverage switched off, the server explains it to nobody.
  const covered = useSession().flags.new_policy_coverage !== false
  const answer = useScore(subject)
  const key = figure === 'PERFORMANCE' ? 'performance' : 'coverage'
  useLayer('panel', true, onClose)
  const title = answer.data?.place.perimeter?.name ?? answer.data?.place.grouping?.name ?? ''
  return (
    <Stack as="aside" rigid shortens fill="raised" className={css.panel} aria-label={title}>
      <Row as="header" spread="between" gap={8} className={css.head}>
        <div>
          <Text as="h2" size={16} line={24} weight={600}>
            {title}
          </Text>
          <Text as="p" tone="quiet" size={12}>
            {answer.data?.place.policy?.name ?? words('page.all_policies')}
            {subject.on === undefined || !answer.data ? null : ` · ${words('page.as_of', { date: format.date(answer.data.day) })}`}
          </Text>
        </div>
        {subject.perimeter !== undefined && subject.policy === undefined ? (
          <ReportButtons
            path={`/perimeter/${subject.perimeter}/score_report`}
            asked={{ scope: subject.scope ?? 'consolidated', ...(subject.on && { as_of: subject.on }) }}
          />
        ) : null}
        {subject.perimeter !== undefined && hasRelations('perimeter') ? (
          <IconButton label={kit('record.relations')} onClick={() => showRelations({ type: 'perimeter', id: subject.perimeter ?? 0 })}>
            <Network size={16} aria-hidden />
          </IconButton>
        ) : null}
        <IconButton label={words('page.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </Row>
      <Box grow shortens overflow="scrolled-down" className={css.body}>
        <Row wrap gap={8} below={12}>
          {subject.grouping === undefined ? (
            <Segmented
              label={words('page.scope')}
              value={subject.scope ?? 'consolidated'}
              onChange={onScope}
              options={[
                { value: 'consolidated', label: words('page.consolidated') },
                { value: 'own', label: words('page.own') },
              ]}
            />
          ) : null}
          {covered ? (
            <Segmented
              label={words('page.figure')}
              value={figure}
              onChange={setFigure}
              options={[
                { value: 'PERFORMANCE', label: words('figure.PERFORMANCE') },
                { value: 'COVERAGE', label: words('figure.COVERAGE') },
              ]}
            />
          ) : null}
        </Row>
        {answer.isPending ? <Skeleton height={120} /> : null}
        {answer.isError ? <ErrorState reason={answer.error} title={words('errors.unavailable')} onRetry={() => void answer.refetch()} /> : null}
        {answer.data ? (
          <Stack as="section" gap={8} below={12}>
            <Grid gap={8} className={css.numbers} role="radiogroup" aria-label={words('page.exemptions')}>
              {(['with', 'without'] as const).map((way) => (
                <Row
                  key={way}
                  type="button"
                  role="radio"
                  aria-checked={exemptions === way}
                  as="button"
                  align="center"
                  gap={10}
                  padY={8}
                  padX={8}
                  edge="all"
                  corner={8}
                  tone="soft"
                  size={12}
                  line={16}
                  side="left"
                  className={css.number}
                  onClick={() => setExemptions(way)}
                >
                  <ScoreBadge
                    size="lg"
                    score={way === 'with' ? answer.data.score[key] : answer.data.score.without_exemptions[key]}
                    target={answer.data.target}
                    figure={figure}
                  />
                  <span>{words(`page.${way}`)}</span>
                </Row>
              ))}
            </Grid>
            <ScoreBar wide bar={exemptions === 'with' ? answer.data.score.bar : answer.data.score.without_exemptions.bar} target={answer.data.target} />
            <BarLegend />
            <ScoreCounts score={answer.data.score} consolidated={subject.grouping !== undefined || subject.scope !== 'own'} />
            <Facts
              facts={[
                ...(answer.data.target === null ? [] : [[words('score.target'), format.percent(answer.data.target)] as const]),
                ...(answer.data.hidden === 0 ? [] : [[words('page.hidden', { count: String(answer.data.hidden) }), words('page.hidden_help')] as const]),
              ]}
            />
          </Stack>
        ) : null}
        <Tabs
          label={words('page.details')}
          value={tab}
          onChange={onTab}
          tabs={[
            { value: 'explanation', label: words('explanation.title') },
            { value: 'moved', label: words('movement.title') },
            { value: 'history', label: words('page.history') },
          ]}
        >
          <div className={css.tab}>
            {tab === 'explanation' ? <ScoreExplanation subject={subject} view={view} /> : null}
            {tab === 'moved' ? <ScoreChange subject={subject} view={view} /> : null}
            {tab === 'history' ? <History subject={subject} /> : null}
          </div>
        </Tabs>
      </Box>
    </Stack>
  )
}

function History({ subject }: { readonly subject: Subject }) {
  const words = useWords('scores')
  const format = useFormat()
  const { perimeter, grouping, scope, policy } = subject
  const history = useScoreHistory({ perimeter, grouping, scope, policy })
  const points = useMemo(() => (history.data ?? []).filter((point) => point.performance !== null), [history.data])
  const categories = useMemo(() => points.map((point) => format.date(point.day)), [points, format])
  const series = useMemo(
    () => [
      { name: words('figure.PERFORMANCE'), color: 'c1', tint: 0.08, values: points.map((point) => Math.round(point.performance ?? 0)) },
      { name: words('figure.COVERAGE'), color: 'c2', values: points.map((point) => Math.round(point.coverage ?? 0)) },
    ],
    [points, words],
  )
  if (history.isPending) return <Skeleton height={220} />
  if (history.isError) return <ErrorState reason={history.error} onRetry={() => void history.refetch()} />
  return (
    <>
      <Legend entries={series.map(({ name, color }) => ({ label: name, color }))} />
      <LinesChart label={words('page.history')} height={240} axis={{ max: 100 }} categories={categories} series={series} />
    </>
  )
}
